package dev.hyperclient.autoconfigure.httpcache;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;

import dev.hyperclient.autoconfigure.internal.CacheMarker;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.spring.HttpCacheIdentity;
import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.internal.transaction.CacheContext.ListeningSelector;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.util.unit.DataSize;

/**
 * Puts the cache around the transports of clients. A transport may be shared, so only
 * those requests are cached that have the attribute {@link CacheMarker}. A transport that
 * has a cache gets no second one. Thread-safe.
 *
 * @param cache the cache with its listeners
 * @param identities are asked for the identity of a request in this order
 * @param identityPrefix is added to their answers, except for anonymous requests
 * @param maxBodySize the maximum size of a stored body
 * @param revalidationExecutor validates stale responses of blocking clients that have
 * been served, or {@code null} to validate them before
 * @param groups the caches with the rules of the HTTP service groups that have sent
 * requests, by their names
 */
record ClientCaching(HttpCache cache, List<HttpCacheIdentity> identities, String identityPrefix, DataSize maxBodySize,
		@Nullable Executor revalidationExecutor, Map<String, HttpCache> groups) {

	CachingClientHttpRequestFactory decorate(ClientHttpRequestFactory factory) {
		if (factory instanceof CachingClientHttpRequestFactory cached) {
			return cached;
		}
		CachingClientHttpRequestFactory caching = new CachingClientHttpRequestFactory(this.cache, factory)
			.withMaxBodySize(this.maxBodySize)
			.withIdentity(this::identity)
			.withCacheSelector(selector(HttpRequest::getAttributes));
		return (this.revalidationExecutor != null) ? caching.withRevalidationExecutor(this.revalidationExecutor)
				: caching;
	}

	/**
	 * Return a selector of the cache of marked requests, whose marks are notified of the
	 * outcome.
	 * @param attributes returns the attributes of a request
	 */
	<R> ListeningSelector<R, @Nullable HttpCache> selector(Function<R, Map<String, Object>> attributes) {
		return new ListeningSelector<>() {

			@Override
			public @Nullable HttpCache apply(R request) {
				CacheMarker marker = CacheMarker.of(attributes.apply(request));
				return (marker != null) ? cache(marker.group()) : null;
			}

			@Override
			public CacheListener listener(R request) {
				CacheMarker marker = CacheMarker.of(attributes.apply(request));
				return (marker != null) ? marker.listener() : CacheListener.NONE;
			}

		};
	}

	private HttpCache cache(String group) {
		return group.isEmpty() ? this.cache : this.groups.computeIfAbsent(group, this.cache::withServiceGroup);
	}

	/**
	 * Return the identity of a request.
	 * @return the identity, or {@code null} if nothing knows it
	 */
	@Nullable String identity(HttpRequest request) {
		return this.identities.stream()
			.map((identity) -> identity.of(request))
			.filter(Objects::nonNull)
			.findFirst()
			.map((identity) -> identity.isEmpty() ? "" : this.identityPrefix + identity)
			.orElse(null);
	}

}
