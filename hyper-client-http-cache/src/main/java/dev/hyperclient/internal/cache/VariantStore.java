package dev.hyperclient.internal.cache;

import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CachingProfile;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.SharedResponseStore;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Several variants of each URL (RFC 9111, 4.1): under its key either the response, if
 * there is only one, or a {@link VariantIndex}. The identity counts as a selecting header
 * field, unless the response is public. Without variants, there is one response for each
 * URL and {@code Accept} field.
 *
 * @param store where the responses are kept
 * @param profile whether there are variants
 * @param identityKey the key of the hashes of identities. Variants of another key cannot
 * be served again; they are removed when a lookup meets them
 * @param mediaType the media type of its keys
 * @param selecting the fields of the request that select a response although it may not
 * name them in {@code Vary}, in lower case
 */
record VariantStore(ResponseStore store, CachingProfile profile, IdentityKey identityKey, String mediaType,
		Set<String> selecting) {

	/**
	 * Not the media type of any request, so that the keys differ from those without
	 * variants in the same directory.
	 */
	private static final String MEDIA_TYPE = "any";

	private static final String PARTS = MEDIA_TYPE + ";partial";

	/**
	 * The keys under which earlier versions store by {@code No-Vary-Search}. They are
	 * only removed.
	 */
	static final String SEARCHES = MEDIA_TYPE + ";search";

	/**
	 * The responses to queries. Their index names the selecting header fields but no
	 * variants, so that it does not grow with the number of queries: its generation is
	 * part of their keys, so that none is found without it.
	 */
	private static final String QUERIES = MEDIA_TYPE + ";query";

	/**
	 * The responses to requests with fields that select them without being named in
	 * {@code Vary}: those without the fields are stored apart, and remain.
	 */
	private static final String VERSIONS = MEDIA_TYPE + ";version";

	/** The kinds of keys that belong to no variant. */
	private static final Set<String> INDEXES = Set.of(PARTS, SEARCHES, QUERIES, VERSIONS);

	private static final int SHOWN_GENERATION = 8;

	private static final String IDENTITY = "authorization";

	private static final String LANGUAGE = "accept-language";

	/**
	 * Create a store of complete responses.
	 */
	VariantStore(ResponseStore store, CachingProfile profile, IdentityKey identityKey, Set<String> selecting) {
		this(store, profile, identityKey, selecting.isEmpty() ? MEDIA_TYPE : VERSIONS, selecting);
	}

	/**
	 * Return the variants of partial responses, under keys that earlier versions do not
	 * look up.
	 */
	VariantStore parts() {
		return new VariantStore(this.store, this.profile, this.identityKey, PARTS, this.selecting);
	}

	/**
	 * Return the responses to requests with other selecting fields than those that
	 * responses name.
	 */
	VariantStore versions() {
		return new VariantStore(this.store, this.profile, this.identityKey, VERSIONS, this.selecting);
	}

	/**
	 * Return the responses to queries, whose content is part of the key.
	 */
	VariantStore queries() {
		return new VariantStore(this.store, this.profile, this.identityKey, QUERIES, this.selecting);
	}

	/**
	 * Return the method of the request that a key belongs to: GET but for queries.
	 */
	static HttpMethod method(CacheKey key) {
		String prefix = QUERIES + ";";
		int end = key.variant().startsWith(prefix) ? key.variant().indexOf('-') : -1;
		return (end < 0) ? HttpMethod.GET : HttpMethod.valueOf(key.variant().substring(prefix.length(), end));
	}

	/**
	 * Whether a query with this key can be found by an index.
	 */
	static boolean isIn(CacheKey query, VariantIndex index) {
		return query.variant().contains("-" + index.generation().substring(0, SHOWN_GENERATION) + "-");
	}

	private boolean isForQueries() {
		return this.mediaType.equals(QUERIES);
	}

	private boolean isSelecting() {
		return this.profile == CachingProfile.RFC_9111;
	}

	/**
	 * Whether a key is one of this kind of store.
	 */
	static boolean isKey(CacheKey key) {
		return key.variant().equals(MEDIA_TYPE) || key.variant().startsWith(MEDIA_TYPE + ";");
	}

	/**
	 * Return the key of the index that a variant is in.
	 * @return the key, or empty if the given one does not belong to a variant
	 */
	static Optional<CacheKey> indexKey(CacheKey variant) {
		int end = variant.variant().lastIndexOf(';');
		return (isKey(variant) && end > 0 && !INDEXES.contains(variant.variant()))
				? Optional.of(new CacheKey(variant.url(), variant.variant().substring(0, end))) : Optional.empty();
	}

	/**
	 * Return the stored response that a request selects, whether or not it may be served.
	 */
	Optional<StoredResponse> find(CacheRequest request) {
		if (!isSelecting()) {
			return this.store.find(Messages.key(request));
		}
		Optional<StoredResponse> found = find(request.uri());
		Optional<VariantIndex> index = found.flatMap(VariantIndex::from);
		if (!isDistinguishedBy(index)) {
			// Stored for requests without these fields.
			return Optional.empty();
		}
		return index.isPresent() ? find(request, index.get()) : found;
	}

	/**
	 * Return the stored response of a URL, or the index of its variants.
	 */
	Optional<StoredResponse> find(URI uri) {
		return this.store.find(primary(uri));
	}

	private boolean isDistinguishedBy(Optional<VariantIndex> index) {
		return this.selecting.isEmpty()
				|| index.filter((found) -> found.names().containsAll(this.selecting)).isPresent();
	}

	/**
	 * Return why {@link #find} has found nothing. May read the store.
	 */
	ForwardReason missReason(CacheRequest request) {
		if (!isSelecting() || isForQueries()) {
			return ForwardReason.MISS;
		}
		return index(request.uri()).isPresent() ? ForwardReason.VARY_MISS : ForwardReason.URI_MISS;
	}

	/**
	 * Store the response to a request.
	 * @param shared whether a public response is for all users
	 */
	void put(CacheRequest request, StoredResponse response, boolean shared) {
		Slot slot = slot(request, response, shared);
		this.store.put(slot.key(), response);
		slot.index().run();
	}

	/**
	 * Begin to store the response to a request whose content follows.
	 * @param shared whether a public response is for all users
	 */
	ResponseWriter begin(CacheRequest request, StoredResponse head, boolean shared) {
		Slot slot = slot(request, head, shared);
		return this.store.begin(slot.key(), head).andThen(slot.index());
	}

	/**
	 * Remove the response that {@link #find} returns.
	 */
	void remove(CacheRequest request) {
		Optional<VariantIndex> found = isSelecting() ? index(request.uri()) : Optional.empty();
		if (isSelecting() && !isDistinguishedBy(found)) {
			return;
		}
		this.store.remove(found.map((index) -> key(request.uri(), id(request, index, true)))
			.orElseGet(() -> isSelecting() ? primary(request.uri()) : Messages.key(request)));
	}

	/**
	 * Remove all stored responses of a URL.
	 */
	void removeAll(URI uri) {
		CacheKey primary = primary(uri);
		// The index of queries has no variants.
		Optional<VariantIndex> index = isForQueries() ? Optional.empty() : index(uri);
		this.store.remove(primary);
		index.ifPresent((found) -> found.variants().forEach((variant) -> this.store.remove(key(uri, variant))));
	}

	private Optional<StoredResponse> find(CacheRequest request, VariantIndex index) {
		Optional<StoredResponse> found = this.store.find(key(request.uri(), id(request, index, true)));
		if (found.isEmpty()) {
			removeSuperseded(request.uri(), index);
		}
		if (found.isPresent() || !index.names().contains(LANGUAGE)) {
			return found;
		}
		// A server chooses the language with the highest weight if it has it.
		String others = id(request, index, false);
		return SelectingFields.preferredLanguage(request.headers())
			.flatMap((language) -> index.variants()
				.stream()
				.filter((variant) -> variant.language().equals(language) && variant.others().equals(others))
				.findFirst())
			.flatMap((variant) -> this.store.find(key(request.uri(), variant)));
	}

	private void removeSuperseded(URI uri, VariantIndex index) {
		List<VariantIndex.Variant> superseded = index.variants()
			.stream()
			.filter((variant) -> this.identityKey.supersedes(variant.key()))
			.toList();
		if (!superseded.isEmpty()) {
			this.store.put(primary(uri), index.without(superseded).toStored());
			superseded.forEach((variant) -> this.store.remove(key(uri, variant)));
		}
	}

	private Slot slot(CacheRequest request, StoredResponse response, boolean shared) {
		if (!isSelecting()) {
			return new Slot(Messages.key(request), () -> {
			});
		}
		URI uri = request.uri();
		Set<String> names = names(request, response, shared);
		VariantIndex before = index(uri, names).orElse(null);
		if (before == null && names.isEmpty() && !isForQueries()) {
			return new Slot(primary(uri), () -> {
			});
		}
		boolean fits = before != null && before.names().containsAll(names);
		VariantIndex index = (fits && before != null) ? before : extended(before, names);
		if (isForQueries()) {
			return querySlot(request, index, fits);
		}
		VariantIndex.Variant variant = new VariantIndex.Variant(id(request, index, true), language(response.headers()),
				id(request, index, false), dependsOnKey(request, index) ? this.identityKey.id() : "");
		return new Slot(key(uri, variant), () -> index(uri, variant, index));
	}

	/**
	 * A new index is stored before the response, and never again: once it is removed, no
	 * query of its generation may be found.
	 */
	private Slot querySlot(CacheRequest request, VariantIndex index, boolean isStored) {
		URI uri = request.uri();
		if (!isStored) {
			this.store.put(primary(uri), index.toStored());
		}
		CacheKey key = key(uri, id(request, index, true));
		return new Slot(key, () -> {
			if (index(uri).filter((present) -> present.generation().equals(index.generation())).isEmpty()) {
				this.store.remove(key);
			}
		});
	}

	private static boolean dependsOnKey(CacheRequest request, VariantIndex index) {
		return !request.identity().isEmpty() && index.names().contains(IDENTITY);
	}

	/**
	 * Return a new index with more selecting header fields. The former variants cannot be
	 * found by them.
	 */
	private static VariantIndex extended(@Nullable VariantIndex before, Set<String> names) {
		if (before != null) {
			names.addAll(before.names());
		}
		return VariantIndex.of(names);
	}

	/**
	 * Add a variant to the index, and remove those that it no longer has.
	 */
	private void index(URI uri, VariantIndex.Variant variant, VariantIndex index) {
		Optional<VariantIndex> present = index(uri);
		// It may have been replaced since.
		boolean same = present.filter((other) -> other.generation().equals(index.generation())).isPresent();
		VariantIndex before = same ? present.get() : index;
		VariantIndex after = before.with(variant);
		if (!same || !after.equals(before)) {
			this.store.put(primary(uri), after.toStored());
		}
		Stream<VariantIndex.Variant> former = same ? before.variants().stream()
				: present.stream().flatMap((other) -> other.variants().stream());
		former.filter((other) -> !same || after.variants().stream().noneMatch((kept) -> kept.id().equals(other.id())))
			.forEach((dropped) -> this.store.remove(key(uri, dropped)));
	}

	/**
	 * Return the index before a response is stored. What the lookup has found suffices
	 * unless a new index is needed: another process may have begun one since.
	 * @param names the selecting header fields of the response
	 */
	private Optional<VariantIndex> index(URI uri, Set<String> names) {
		Optional<VariantIndex> known = index(uri);
		boolean suffices = known.map((index) -> index.names().containsAll(names))
			.orElse(names.isEmpty() && !isForQueries());
		return (!suffices && this.store instanceof SharedResponseStore shared && shared.forget()) ? index(uri) : known;
	}

	private Optional<VariantIndex> index(URI uri) {
		return find(uri).flatMap(VariantIndex::from);
	}

	private Set<String> names(CacheRequest request, StoredResponse response, boolean shared) {
		Set<String> names = new HashSet<>(SelectingFields.of(response.headers()).names());
		names.addAll(this.selecting);
		if (!request.identity().isEmpty() && !(shared && CacheControl.of(response.headers()).has("public"))) {
			names.add(IDENTITY);
		}
		return names;
	}

	/**
	 * Return the hash of the values, since a selecting header field may hold a secret.
	 */
	private static String id(CacheRequest request, VariantIndex index, boolean withLanguage) {
		StringBuilder selecting = new StringBuilder(index.generation());
		for (String name : index.names()) {
			String value = name.equals(IDENTITY) ? request.identity()
					: SelectingFields.normalised(name, request.headers());
			if (value != null && (withLanguage || !name.equals(LANGUAGE))) {
				// Neither names nor values contain a line end.
				selecting.append('\n').append(name).append(':').append(value);
			}
		}
		if (!QueryContent.isKeyed(request)) {
			return IdentityKey.calculate(selecting.toString());
		}
		selecting.append('\n').append(request.contentDigest());
		return request.method() + "-" + index.generation().substring(0, SHOWN_GENERATION) + "-"
				+ IdentityKey.calculate(selecting.toString());
	}

	private static String language(HttpHeaders response) {
		String language = response.getFirst(HttpHeaders.CONTENT_LANGUAGE);
		boolean simple = language != null
				&& language.chars().allMatch((c) -> c == '-' || (c < 0x80 && Character.isLetterOrDigit(c)));
		return (simple && language != null) ? language.toLowerCase(Locale.ROOT) : "";
	}

	private CacheKey primary(URI uri) {
		return CacheKey.of(uri, this.mediaType);
	}

	private CacheKey key(URI uri, VariantIndex.Variant variant) {
		return key(uri, variant.id());
	}

	private CacheKey key(URI uri, String variant) {
		return CacheKey.of(uri, this.mediaType + ";" + variant);
	}

	/**
	 * The key to store a response under.
	 *
	 * @param key the key
	 * @param index updates the index after the response is stored
	 */
	private record Slot(CacheKey key, Runnable index) {
	}

}
