package dev.hyperclient.autoconfigure.httpcache;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

import dev.hyperclient.autoconfigure.internal.CacheMarker;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
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
 * @param groups the cache with the rules of each HTTP service group
 */
record ClientCaching(HttpCache cache, List<HttpCacheIdentity> identities, String identityPrefix, DataSize maxBodySize,
		@Nullable Executor revalidationExecutor, Map<String, HttpCache> groups) {

	ClientCaching(HttpCache cache, List<HttpCacheIdentity> identities, String identityPrefix, DataSize maxBodySize,
			@Nullable Executor revalidationExecutor) {
		this(cache, identities, identityPrefix, maxBodySize, revalidationExecutor, new ConcurrentHashMap<>());
	}

	CachingClientHttpRequestFactory decorate(ClientHttpRequestFactory factory) {
		if (factory instanceof CachingClientHttpRequestFactory cached) {
			return cached;
		}
		CachingClientHttpRequestFactory caching = new CachingClientHttpRequestFactory(this.cache, factory)
			.withMaxBodySize(this.maxBodySize)
			.withIdentity(this::identity)
			.withCacheSelector((request) -> select(request.getAttributes()));
		return (this.revalidationExecutor != null) ? caching.withRevalidationExecutor(this.revalidationExecutor)
				: caching;
	}

	/**
	 * Return the cache for a request with some attributes.
	 * @return the cache, or {@code null} if the request is not to be cached
	 */
	@Nullable HttpCache select(Map<String, Object> attributes) {
		if (!(attributes.get(CacheMarker.ATTRIBUTE) instanceof CacheMarker request)) {
			return null;
		}
		HttpCache own = request.group().isEmpty() ? this.cache
				: this.groups.computeIfAbsent(request.group(), this.cache::withGroup);
		return own.withAdditionalListener(request.listener());
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
