package dev.hyperclient.internal.transaction;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.cache.api.CacheEntry;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.internal.store.SharedResponseStore;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.policy.Freshness;
import dev.hyperclient.internal.policy.SelectingFields;
import dev.hyperclient.internal.rule.CompiledRule;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * The stored responses of a cache, for administration.
 *
 * @param context what the transactions of the cache share
 */
public record StoredEntries(CacheContext context) {

	/**
	 * A stored response.
	 */
	public record Entry(String url, String mediaRange, int status, Duration freshnessLifetime, Duration age, long bytes,
			List<String> selecting, @Nullable String rule, String method) implements CacheEntry {

	}

	/**
	 * Return the stored responses of a URL, by media range.
	 */
	public List<CacheEntry> of(URI uri) {
		Set<URI> uris = uris(uri);
		return keys(uris).flatMap((key) -> entry(key).stream())
			.sorted(Comparator.comparing(CacheEntry::mediaRange))
			.toList();
	}

	/**
	 * Return the most recently stored or used responses.
	 */
	public List<CacheEntry> recent(int maximum) {
		return this.context.store().recentKeys(maximum).stream().flatMap((key) -> entry(key).stream()).toList();
	}

	/**
	 * Remove the stored response of a request.
	 */
	public void remove(CacheRequest request) {
		TransactionContext transaction = TransactionContext.of(this.context, request, false);
		if (transaction.isCacheable()) {
			transaction.storage().remove();
		}
	}

	/**
	 * Remove all stored responses.
	 * @return their approximate number, or empty if it is unknown
	 */
	public OptionalLong clear() {
		this.context.invalidationLog().invalidateAll();
		return this.context.store().removeAll();
	}

	/**
	 * Remove the stored responses of a URL.
	 * @return their number
	 */
	public int evict(URI uri) {
		Set<URI> uris = uris(uri);
		List<CacheKey> keys = keys(uris).toList();
		long indexes = keys.stream().filter(this::isIndex).count();
		uris.forEach(this.context.invalidationLog()::invalidate);
		if (!(this.context.store() instanceof SharedResponseStore shared)
				|| !shared.invalidateAll(uris.stream().map(StoredEntries::url).collect(Collectors.toSet()))) {
			keys.forEach(this.context.store()::remove);
		}
		return (int) (keys.size() - indexes);
	}

	/**
	 * Remove the stored responses of all URLs that begin with a prefix.
	 * @return their number
	 */
	public int evictAll(URI prefix) {
		String url = url(prefix);
		// Responses that are being requested are not found yet.
		this.context.invalidationLog().invalidateAll();
		if (this.context.store() instanceof SharedResponseStore shared) {
			shared.endUnstored();
		}
		return this.context.store()
			.recentKeys(Integer.MAX_VALUE)
			.stream()
			.map(CacheKey::url)
			.filter((stored) -> stored.startsWith(url))
			.distinct()
			.mapToInt((stored) -> evict(URI.create(stored)))
			.sum();
	}

	/**
	 * Make the stored responses of a group unusable.
	 */
	public void evict(CacheGroup group) {
		this.context.invalidationLog().invalidate(group);
		this.context.store().removeGroups(Set.of(group));
	}

	private Stream<CacheKey> keys(Set<URI> uris) {
		return uris.stream().flatMap((uri) -> this.context.store().keys(url(uri)).stream());
	}

	/**
	 * Return the URLs that responses to a URL are stored under.
	 */
	private Set<URI> uris(URI uri) {
		Set<URI> uris = new LinkedHashSet<>(Set.of(uri));
		this.context.rules().addKeys(uri, uris);
		return uris;
	}

	private static String url(URI uri) {
		return CacheKey.of(uri, "").url();
	}

	/**
	 * Return the rule that decides on the request of a stored response. An entry that is
	 * not of this cache may have any text as URL.
	 */
	private @Nullable CompiledRule rule(CacheKey key) {
		try {
			return this.context.rules().match(VariantStore.method(key), new URI(key.url()));
		}
		catch (URISyntaxException ex) {
			return null;
		}
	}

	private boolean isIndex(CacheKey key) {
		return VariantStore.isKey(key) && this.context.store().find(key).flatMap(VariantIndex::from).isPresent();
	}

	private Optional<CacheEntry> entry(CacheKey key) {
		return this.context.store()
			.find(key)
			.filter((stored) -> VariantIndex.from(stored).isEmpty() && isReachable(key))
			.map((stored) -> entry(key, stored));
	}

	/** Invalidation removes the index of queries alone. */
	private boolean isReachable(CacheKey key) {
		return HttpMethod.GET.equals(VariantStore.method(key))
				|| index(key).filter((index) -> VariantStore.isIn(key, index)).isPresent();
	}

	private Optional<VariantIndex> index(CacheKey key) {
		return VariantStore.indexKey(key).flatMap(this.context.store()::find).flatMap(VariantIndex::from);
	}

	private CacheEntry entry(CacheKey key, StoredResponse stored) {
		CompiledRule rule = rule(key);
		// The other part of the key of a variant is a hash.
		String mediaRange = !VariantStore.isKey(key) ? key.variant()
				: Objects.requireNonNullElse(stored.headers().getFirst(HttpHeaders.CONTENT_TYPE), "");
		Freshness freshness = Freshness.of(
				(rule != null) ? rule.effective(stored.status(), stored.headers()) : stored.headers(),
				this.context.now());
		Duration lifetime = freshness.lifetime().isNegative() ? Duration.ZERO : freshness.lifetime();
		return new Entry(key.url(), mediaRange, stored.status(), lifetime, freshness.age(), stored.body().length(),
				selecting(key, stored), (rule != null) ? rule.label() : null, VariantStore.method(key).name());
	}

	/**
	 * Return the names of the selecting header fields, which are in the index if there is
	 * one.
	 */
	private List<String> selecting(CacheKey key, StoredResponse stored) {
		return index(key).<Collection<String>>map(VariantIndex::names)
			.orElseGet(() -> SelectingFields.of(stored.headers()).names())
			.stream()
			.sorted()
			.toList();
	}

}
