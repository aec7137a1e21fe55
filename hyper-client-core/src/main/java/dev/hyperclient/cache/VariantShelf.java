package dev.hyperclient.cache;

import java.net.URI;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Several variants of one address (RFC 9111, 4.1): under its key either the response, if
 * there is but one, or a {@link VariantIndex} of them. Who asks is one more selecting
 * field, unless the response is public.
 */
record VariantShelf(ResponseStore store) implements Shelf {

	/**
	 * Not the media type of any request, so that a service root in the same directory has
	 * keys of its own.
	 */
	private static final String MEDIA_TYPE = "any";

	private static final String IDENTITY = "authorization";

	private static final String LANGUAGE = "accept-language";

	@Override
	public Optional<StoredResponse> find(ServiceRequest request) {
		Optional<StoredResponse> found = this.store.find(primary(request.uri()));
		Optional<VariantIndex> index = found.flatMap(VariantIndex::from);
		return index.isPresent() ? find(request, index.get()) : found;
	}

	@Override
	public void put(ServiceRequest request, StoredResponse response) {
		Place place = place(request, response);
		this.store.put(place.key(), response);
		place.note().run();
	}

	@Override
	public ResponseWriter begin(ServiceRequest request, StoredResponse head) {
		Place place = place(request, head);
		return this.store.begin(place.key(), head).andThen(place.note());
	}

	@Override
	public void remove(ServiceRequest request) {
		CacheKey key = index(request.uri()).map((index) -> key(request.uri(), id(request, index, true)))
			.orElseGet(() -> primary(request.uri()));
		this.store.remove(key);
	}

	/**
	 * Removes all that is stored for an address.
	 */
	void removeAll(URI uri) {
		Optional<VariantIndex> index = index(uri);
		this.store.remove(primary(uri));
		index.ifPresent((found) -> removeVariants(uri, found));
	}

	private Optional<StoredResponse> find(ServiceRequest request, VariantIndex index) {
		Optional<StoredResponse> found = this.store.find(key(request.uri(), id(request, index, true)));
		if (found.isPresent() || !index.names().contains(LANGUAGE)) {
			return found;
		}
		// A server that has the language that the caller likes best would choose it.
		String others = id(request, index, false);
		return PreferredLanguage.of(request.headers())
			.flatMap((language) -> index.variants()
				.stream()
				.filter((variant) -> variant.language().equals(language) && variant.others().equals(others))
				.findFirst())
			.flatMap((variant) -> this.store.find(key(request.uri(), variant)));
	}

	private Place place(ServiceRequest request, StoredResponse response) {
		URI uri = request.uri();
		Set<String> names = names(request, response);
		VariantIndex before = index(uri).orElse(null);
		if (before == null && names.isEmpty()) {
			return new Place(primary(uri), () -> {
			});
		}
		boolean fits = before != null && before.names().containsAll(names);
		VariantIndex index = (fits && before != null) ? before : renewed(before, names);
		VariantIndex.Variant variant = new VariantIndex.Variant(id(request, index, true), language(response.headers()),
				id(request, index, false));
		return new Place(key(uri, variant), () -> note(uri, variant, index));
	}

	/**
	 * An index of more fields than before. What was stored cannot be found by them.
	 */
	private static VariantIndex renewed(@Nullable VariantIndex before, Set<String> names) {
		if (before != null) {
			names.addAll(before.names());
		}
		return VariantIndex.of(names);
	}

	private void note(URI uri, VariantIndex.Variant variant, VariantIndex index) {
		Optional<VariantIndex> present = index(uri);
		// Another one may have been noted meanwhile.
		boolean same = present.filter((other) -> other.generation().equals(index.generation())).isPresent();
		VariantIndex before = same ? present.get() : index;
		VariantIndex after = before.with(variant);
		if (!same || !after.equals(before)) {
			this.store.put(primary(uri), after.toStored());
		}
		Stream<VariantIndex.Variant> former = same ? before.variants().stream()
				: present.stream().flatMap((other) -> other.variants().stream());
		former.filter((other) -> !same || after.variants().stream().noneMatch((kept) -> kept.id().equals(other.id())))
			.forEach((forgotten) -> this.store.remove(key(uri, forgotten)));
	}

	private Optional<VariantIndex> index(URI uri) {
		return this.store.find(primary(uri)).flatMap(VariantIndex::from);
	}

	private void removeVariants(URI uri, VariantIndex index) {
		index.variants().forEach((variant) -> this.store.remove(key(uri, variant)));
	}

	private static Set<String> names(ServiceRequest request, StoredResponse response) {
		Set<String> names = new HashSet<>(SelectingFields.of(response.headers()).names());
		if (!request.identity().isEmpty() && !CacheControl.of(response.headers()).isPublic()) {
			names.add(IDENTITY);
		}
		return names;
	}

	/**
	 * A hash, since a selecting field may hold a secret.
	 */
	private static String id(ServiceRequest request, VariantIndex index, boolean withLanguage) {
		StringBuilder selecting = new StringBuilder(index.generation());
		for (String name : index.names()) {
			String value = name.equals(IDENTITY) ? request.identity()
					: SelectingFields.normalised(name, request.headers());
			if (value != null && (withLanguage || !name.equals(LANGUAGE))) {
				// Neither a name nor a value has a line end in it.
				selecting.append('\n').append(name).append(':').append(value);
			}
		}
		return IdentityHash.of(selecting.toString());
	}

	private static String language(HttpHeaders response) {
		String language = response.getFirst(HttpHeaders.CONTENT_LANGUAGE);
		boolean simple = language != null
				&& language.chars().allMatch((c) -> c == '-' || (c < 0x80 && Character.isLetterOrDigit(c)));
		return (simple && language != null) ? language.toLowerCase(Locale.ROOT) : "";
	}

	private static CacheKey primary(URI uri) {
		return CacheKey.of(uri, MEDIA_TYPE);
	}

	private static CacheKey key(URI uri, VariantIndex.Variant variant) {
		return key(uri, variant.id());
	}

	private static CacheKey key(URI uri, String variant) {
		return CacheKey.of(uri, MEDIA_TYPE + ";" + variant);
	}

	/**
	 * Where a response goes.
	 *
	 * @param key its key
	 * @param note what to do once it is there
	 */
	private record Place(CacheKey key, Runnable note) {
	}

}
