package dev.hyperclient.cache;

import dev.hyperclient.http.ServiceRequest;

/**
 * Is told what became of each request that passed the cache, for counting and tracing.
 * <p>
 * Called by the thread that does the work, so it should be quick. An exception it throws
 * is logged and does not harm the call. A request that got no answer at all is not told.
 * Implementations must be thread-safe.
 */
@FunctionalInterface
public interface CacheListener {

	/**
	 * Does not listen.
	 */
	CacheListener NONE = (request, outcome) -> {
	};

	/**
	 * A request was answered.
	 * @param request the request as it reached the cache
	 * @param outcome how it was answered
	 */
	void onOutcome(ServiceRequest request, CacheOutcome outcome);

}
