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
	 * A stale stored response answered: because the request or the response allows it, or
	 * in place of an error.
	 */
	STALE,

	/**
	 * The server confirmed by a 304 what was known already.
	 */
	REVALIDATED,

	/**
	 * The server answered with a response of its own, whether that could be stored or
	 * not; or nobody did, since the request forbids to ask it.
	 */
	MISS,

	/**
	 * The cache had no part in it: not a GET, or the request asked for that.
	 */
	BYPASS

}
