package dev.hyperclient.cache;

/**
 * How the cache dealt with a request.
 */
public enum CacheOutcome {

	/**
	 * A fresh stored response answered; nothing was sent.
	 */
	HIT,

	/**
	 * The server confirmed by a 304 what was known already.
	 */
	REVALIDATED,

	/**
	 * The server answered with a response of its own, whether that could be stored or
	 * not.
	 */
	MISS,

	/**
	 * The cache had no part in it: not a GET, or the request asked for that.
	 */
	BYPASS

}
