package dev.hyperclient.internal.policy;

import dev.hyperclient.cache.api.CacheSettings;

/**
 * How much of RFC 9111 a cache does: all of it for the clients of Spring, and less for a
 * {@code ServiceRoot}. Both profiles conform to it.
 */
public enum CachingProfile {

	/**
	 * All of it: the default. Several responses of a URL are kept, chosen by their
	 * selecting header fields and the identity. Responses of any final status are stored,
	 * with cookies, also partial ones and those to a POST with {@code Content-Location}.
	 * HEAD requests and single ranges are answered, and stale responses are served as far
	 * as the response and the {@link CacheSettings} allow it.
	 */
	RFC_9111,

	/**
	 * Whole representations only (200, 203), and permanent redirects (301, 308) with an
	 * explicit lifetime, without their content. There is one stored response for each URL
	 * and {@code Accept} field. Cookies are not stored, and a stale response is served
	 * only if the request permits it.
	 */
	REPRESENTATIONS

}
