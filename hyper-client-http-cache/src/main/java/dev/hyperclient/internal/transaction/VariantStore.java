package dev.hyperclient.internal.transaction;

import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.internal.policy.CachingProfile;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.internal.store.SharedResponseStore;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.policy.CacheControl;
import dev.hyperclient.internal.policy.ForwardReason;
import dev.hyperclient.internal.policy.IdentityKey;
import dev.hyperclient.internal.policy.Messages;
import dev.hyperclient.internal.policy.QueryContent;
import dev.hyperclient.internal.policy.SelectingFields;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;

/**
 * Several variants of each URL (RFC 9111, 4.1): under its key either the response, if
 * there is only one, or a {@link VariantIndex}. The identity counts as a selecting header
 * field, unless the response is public. The stored part of a representation is a variant
 * of its own, with a mark. Without variants, there is one response for each URL and
 * {@code Accept} field.
 *
 * @param store where the responses are kept
 * @param profile whether there are variants
 * @param identityKey the key of the hashes of identities. Variants of another key cannot
 * be served again; they are removed when a lookup meets them
 * @param kind the kind of its keys, in place of a media type
 * @param selecting the fields of the request that select a response although it may not
 * name them in {@code Vary}, in lower case
 */
record VariantStore(ResponseStore store, CachingProfile profile, IdentityKey identityKey, String kind,
		Set<String> selecting) {

	/**
	 * Not the media type of any request, so that the keys differ from those without
	 * variants in the same directory.
	 */
	private static final String MEDIA_TYPE = "any";

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

	/**
	 * The indexes of earlier versions for parts and for {@code No-Vary-Search}. They are
	 * only removed.
	 */
	private static final List<String> FORMER = List.of(MEDIA_TYPE + ";partial", MEDIA_TYPE + ";search");

	/** Marks a variant that is a part of a representation. Earlier versions miss it. */
	private static final String PART = "partial-";

	/** The keys that belong to no variant. */
	private static final Set<String> INDEXES = Set.of(QUERIES, VERSIONS, FORMER.get(0), FORMER.get(1));

	private static final int SHOWN_GENERATION = 8;

	private static final String IDENTITY = "authorization";

	private static final String LANGUAGE = "accept-language";

	private static final Runnable NOTHING = () -> {
	};

	/**
	 * Create a store of responses to requests without content.
	 */
	VariantStore(ResponseStore store, CachingProfile profile, IdentityKey identityKey, Set<String> selecting) {
		this(store, profile, identityKey, selecting.isEmpty() ? MEDIA_TYPE : VERSIONS, selecting);
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
		return this.kind.equals(QUERIES);
	}

	private boolean hasVariants() {
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
	 * Read what is stored under the key of a request, once for all that follows.
	 */
	Found read(CacheRequest request) {
		StoredResponse found = this.store.find(hasVariants() ? primary(request.uri()) : Messages.key(request))
			.orElse(null);
		VariantIndex index = (found != null && hasVariants()) ? VariantIndex.from(found).orElse(null) : null;
		return (found == null) ? Found.NOTHING : new Found((index != null) ? null : found, index);
	}

	/**
	 * Return the stored response that a request selects, whether or not it may be served:
	 * a whole one, or the part of one.
	 */
	Optional<StoredResponse> find(CacheRequest request, Found found) {
		VariantIndex index = found.index();
		if (!found.isDistinguishedBy(this.selecting)) {
			// Stored for requests without these fields.
			return Optional.empty();
		}
		if (index == null) {
			// The only response, for all requests.
			return Optional.ofNullable(found.only());
		}
		// Also one that the index has lost to another process (4.1).
		String id = id(request, index, true);
		Optional<StoredResponse> selected = this.store.find(key(request.uri(), id));
		if (selected.isEmpty()) {
			removeSuperseded(request.uri(), index);
		}
		// A server chooses the language with the highest weight if it has it.
		return selected
			.or(() -> inPreferredLanguage(request, index)
				.flatMap((variant) -> this.store.find(key(request.uri(), variant.id()))))
			.or(() -> index.has(PART + id) ? this.store.find(key(request.uri(), PART + id)) : Optional.empty());
	}

	/**
	 * Return why {@link #find} has found nothing.
	 */
	ForwardReason missReason(Found found) {
		if (!hasVariants() || isForQueries()) {
			return ForwardReason.MISS;
		}
		return (found.index() != null) ? ForwardReason.VARY_MISS : ForwardReason.URI_MISS;
	}

	/**
	 * Store the response to a request.
	 * @param shared whether a public response is for all users
	 * @param found what the lookup of the request has found
	 */
	void put(CacheRequest request, StoredResponse response, boolean shared, Found found) {
		Slot slot = slot(request, response, shared, found);
		this.store.put(slot.key(), response);
		slot.afterStored().run();
	}

	/**
	 * Begin to store the response to a request whose content follows.
	 * @param shared whether a public response is for all users
	 * @param found what the lookup of the request has found
	 */
	ResponseWriter begin(CacheRequest request, StoredResponse head, boolean shared, Found found) {
		Slot slot = slot(request, head, shared, found);
		return this.store.begin(slot.key(), head).andThen(slot.afterStored());
	}

	/**
	 * Remove the responses that {@link #find} returns: whole, part, or by its language.
	 */
	void remove(CacheRequest request) {
		if (!hasVariants()) {
			this.store.remove(Messages.key(request));
			return;
		}
		Found found = read(request);
		VariantIndex index = found.index();
		if (!found.isDistinguishedBy(this.selecting)) {
			// Stored for requests without these fields.
			return;
		}
		if (index == null) {
			this.store.remove(primary(request.uri()));
			return;
		}
		String id = id(request, index, true);
		this.store.remove(key(request.uri(), id));
		if (index.has(PART + id)) {
			this.store.remove(key(request.uri(), PART + id));
		}
		if (!index.has(id)) {
			inPreferredLanguage(request, index)
				.ifPresent((variant) -> this.store.remove(key(request.uri(), variant.id())));
		}
	}

	/**
	 * Remove all stored responses of this kind for a URL.
	 */
	void removeAll(URI uri) {
		// The index of queries has no variants.
		Optional<VariantIndex> index = isForQueries() ? Optional.empty() : index(uri);
		this.store.remove(primary(uri));
		index.ifPresent((found) -> removeVariants(uri, found));
	}

	/**
	 * Remove what earlier versions have stored for a URL and this one does not use.
	 */
	void removeFormer(URI uri) {
		FORMER.forEach((former) -> this.store.remove(CacheKey.of(uri, former)));
	}

	private Optional<VariantIndex.Variant> inPreferredLanguage(CacheRequest request, VariantIndex index) {
		if (!index.names().contains(LANGUAGE)) {
			return Optional.empty();
		}
		String others = id(request, index, false);
		return SelectingFields.preferredLanguage(request.headers())
			.flatMap((language) -> index.variants()
				.stream()
				.filter((variant) -> variant.language().equals(language) && variant.others().equals(others))
				.findFirst());
	}

	private void removeVariants(URI uri, VariantIndex index) {
		index.variants().forEach((variant) -> this.store.remove(key(uri, variant.id())));
	}

	/**
	 * Remove the variants of earlier keys of identities, which are never selected again.
	 */
	private void removeSuperseded(URI uri, VariantIndex index) {
		VariantIndex kept = index.without((variant) -> this.identityKey.supersedes(variant.key()));
		boolean isPresent = kept.variants().size() < index.variants().size()
				&& index(uri).filter(index::isSameGeneration).isPresent();
		if (!isPresent) {
			return;
		}
		this.store.put(primary(uri), kept.toStored());
		index.variants()
			.stream()
			.filter((variant) -> !kept.has(variant.id()))
			.forEach((variant) -> this.store.remove(key(uri, variant.id())));
	}

	/**
	 * Choose the key for a response. Stores the index of queries if it is new.
	 */
	private Slot slot(CacheRequest request, StoredResponse response, boolean shared, Found found) {
		if (!hasVariants()) {
			return new Slot(Messages.key(request), NOTHING);
		}
		URI uri = request.uri();
		Set<String> names = names(request, response, shared);
		VariantIndex before = found.index();
		boolean isPart = response.status() == HttpStatus.PARTIAL_CONTENT.value();
		boolean isOnly = names.isEmpty() && !isPart && !isForQueries();
		if (isOnly && (before == null || before.names().isEmpty())) {
			// One response for all requests needs no index, and replaces its parts.
			return new Slot(primary(uri), (before == null) ? NOTHING : () -> removeVariants(uri, before));
		}
		// Former variants cannot be found by more selecting fields (4.1).
		boolean isRead = before != null && before.names().containsAll(names);
		VariantIndex index = (isRead && before != null) ? before : VariantIndex.of(names, before);
		if (isForQueries()) {
			return querySlot(request, index, isRead);
		}
		String id = id(request, index, true);
		VariantIndex.Variant variant = isPart ? VariantIndex.Variant.of(PART + id)
				: new VariantIndex.Variant(id, language(response.headers()), id(request, index, false),
						dependsOnKey(request, index) ? this.identityKey.id() : "");
		// A response that replaces another one is in the index already.
		boolean isListed = isRead && index.variants().contains(variant) && (isPart || !index.has(PART + id));
		return new Slot(key(uri, variant.id()), isListed ? NOTHING : () -> addToIndex(request, variant, index, isRead));
	}

	/**
	 * A new index is stored before the response, and never again: once it is removed, no
	 * query of its generation may be found.
	 */
	private Slot querySlot(CacheRequest request, VariantIndex index, boolean isRead) {
		URI uri = request.uri();
		VariantIndex made = isRead ? index
				: index(uri).filter((other) -> other.names().containsAll(index.names())).orElse(null);
		if (made == null) {
			this.store.put(primary(uri), index.toStored());
		}
		// Another query may have made one since the lookup.
		VariantIndex used = (made != null) ? made : index;
		CacheKey key = key(uri, id(request, used, true));
		return new Slot(key, () -> {
			if (index(uri).filter(used::isSameGeneration).isEmpty()) {
				this.store.remove(key);
			}
		});
	}

	private static boolean dependsOnKey(CacheRequest request, VariantIndex index) {
		return !request.identity().isEmpty() && index.names().contains(IDENTITY);
	}

	/**
	 * Add a variant to the index after it has been stored, and remove those that the
	 * index no longer has.
	 * @param index the index that the key of the variant is made from
	 * @param isRead whether the lookup has read that index, or it is new
	 */
	private void addToIndex(CacheRequest request, VariantIndex.Variant variant, VariantIndex index, boolean isRead) {
		URI uri = request.uri();
		Found stored = read(request);
		if (stored.only() != null && variant.id().startsWith(PART)) {
			// A whole response has been stored meanwhile.
			this.store.remove(key(uri, variant.id()));
			return;
		}
		VariantIndex present = stored.index();
		boolean same = present != null && present.isSameGeneration(index);
		if (!same && isRead) {
			// Removed since the lookup, which must not be undone. A shared store has
			// refused
			// the response in that case, or it has not answered.
			if (!(this.store instanceof SharedResponseStore)) {
				this.store.remove(key(uri, variant.id()));
			}
			return;
		}
		if (!same && present != null && present.names().containsAll(index.names())) {
			// Another request has made an index meanwhile, to which this one moves.
			move(request, variant, present);
			return;
		}
		VariantIndex before = (same && present != null) ? present : index;
		VariantIndex after = before.with(variant).without((other) -> other.id().equals(PART + variant.id()));
		if (!same || !after.equals(before)) {
			this.store.put(primary(uri), after.toStored());
		}
		if (present != null) {
			present.variants()
				.stream()
				.filter((former) -> !same || !after.has(former.id()))
				.forEach((former) -> this.store.remove(key(uri, former.id())));
		}
	}

	private void move(CacheRequest request, VariantIndex.Variant variant, VariantIndex target) {
		CacheKey stored = key(request.uri(), variant.id());
		this.store.find(stored).ifPresent((response) -> {
			// The index names the identity already, if the response depends on it.
			put(request, response, true, new Found(null, target));
			this.store.remove(stored);
		});
	}

	private Optional<VariantIndex> index(URI uri) {
		return this.store.find(primary(uri)).flatMap(VariantIndex::from);
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
		return CacheKey.of(uri, this.kind);
	}

	private CacheKey key(URI uri, String variant) {
		return CacheKey.of(uri, this.kind + ";" + variant);
	}

	/**
	 * The key to store a response under.
	 *
	 * @param key the key
	 * @param afterStored updates the index
	 */
	private record Slot(CacheKey key, Runnable afterStored) {
	}

	/**
	 * What one read has found under the key of a URL: nothing, the only response, or the
	 * index of its variants.
	 *
	 * @param only the only response, or {@code null}
	 * @param index the index, or {@code null}
	 */
	record Found(@Nullable StoredResponse only, @Nullable VariantIndex index) {

		static final Found NOTHING = new Found(null, null);

		/**
		 * Whether the responses are stored by the fields that select one although it may
		 * not name them.
		 */
		boolean isDistinguishedBy(Set<String> selecting) {
			return selecting.isEmpty() || (this.index != null && this.index.names().containsAll(selecting));
		}

	}

}
