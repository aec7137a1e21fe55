package dev.hyperclient.cache.api;

/**
 * The outcome of a request in the cache.
 */
public enum CacheOutcome {

	/**
	 * A fresh stored response was served; nothing was sent.
	 */
	HIT,

	/**
	 * A stale stored response was served: because the request or the response allows it,
	 * or in place of an error.
	 */
	STALE,

	/**
	 * The server confirmed a stored response, or the caller's copy, with a 304.
	 */
	REVALIDATED,

	/**
	 * The server sent a response, whether or not it was stored; or the request must not
	 * be sent ({@code only-if-cached}) and there is no stored response.
	 */
	MISS,

	/**
	 * The request bypassed the cache, for instance because of its method, its directives
	 * or a rule.
	 */
	BYPASS

}
