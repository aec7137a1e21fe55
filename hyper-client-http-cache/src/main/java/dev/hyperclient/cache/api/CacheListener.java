package dev.hyperclient.cache.api;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import dev.hyperclient.cache.store.ResponseStore;

/**
 * Listener that is notified of the result of each request in the cache, for counting,
 * logs and tracing. It is not notified of a request that received no response.
 * <p>
 * Called by the thread of the request, so implementations must be fast. An exception is
 * logged and does not affect the request. Implementations must be thread-safe.
 */
@FunctionalInterface
public interface CacheListener {

	/**
	 * A listener that does nothing.
	 */
	CacheListener NONE = (request, result) -> {
	};

	/**
	 * Notified when a request has been answered.
	 * @param request the request as it reached the cache
	 * @param result the result
	 */
	void onResult(CacheRequest request, CacheResult result);

	/**
	 * Notified when a request is sent a second time, without a condition: the first
	 * response was a 304 that did not confirm the stored response, or the stored response
	 * has been removed meanwhile. Precedes the result of the request.
	 * @param request the request as it reached the cache
	 */
	default void onRepeat(CacheRequest request) {
	}

	/**
	 * Notified of a decision of the cache and its reason, for logs. A request may have
	 * several decisions, which precede its result.
	 * @param request the request as it reached the cache
	 * @param decision creates the text, which may change in any release; it contains
	 * values of header fields that concern caching, without line breaks
	 */
	default void onDecision(CacheRequest request, Supplier<String> decision) {
	}

	/**
	 * Notified when this listener has been set on a cache, whose size and statistics are
	 * now available.
	 * @param store the store of the cache, not to be modified
	 */
	default void onOpen(ResponseStore store) {
	}

	/**
	 * Return a listener that notifies this one and then another one, even if this one
	 * fails.
	 * @param after the other listener
	 * @return the composed listener, which logs exceptions of both and throws none; this
	 * listener itself if it is the other one or already contains it
	 */
	default CacheListener andThen(CacheListener after) {
		Objects.requireNonNull(after, "'after' must not be null");
		if (this == after || (this instanceof CacheListeners all && all.include(after))) {
			return this;
		}
		return new CacheListeners((this != NONE) ? List.of(this, after) : List.of(after));
	}

}
