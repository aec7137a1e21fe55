package dev.hyperclient.internal.transaction;

import java.util.function.Function;

import dev.hyperclient.cache.api.CacheListener;

/**
 * Selector of the cache of a request that also has a listener for this request alone, so
 * that no cache is derived for each request. Thread-safe.
 *
 * @param <R> the type of the requests of the HTTP client
 * @param <C> the type of the caches
 */
public interface ListeningSelector<R, C> extends Function<R, C> {

	/**
	 * Return the listener of a request that goes through the selected cache, which is
	 * notified after those of the cache. Called once for each request.
	 */
	CacheListener listener(R request);

}
