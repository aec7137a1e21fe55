package dev.hyperclient.cache;

import java.util.Set;

import org.springframework.http.HttpHeaders;

/**
 * Decides what is stored, and what becomes of what was stored before (RFC 9111, 3). Only
 * for answers to a GET that does not bypass the cache.
 */
final class StoragePolicy {

	private static final Set<Integer> REPRESENTATIONS = Set.of(200, 203);

	private static final Set<Integer> PERMANENT_REDIRECTS = Set.of(301, 308);

	private static final Set<Integer> GONE = Set.of(404, 410);

	private StoragePolicy() {
	}

	/**
	 * Whether a response is stored: a whole representation, which can at least be
	 * validated later, or a permanent redirect that says how long it holds. A redirect
	 * without an expiry is not believed for ever.
	 */
	static boolean stores(int status, HttpHeaders headers) {
		if (CacheControl.of(headers).noStore() || SelectingFields.of(headers).areUnknowable()) {
			return false;
		}
		return REPRESENTATIONS.contains(status) || (isPermanentRedirect(status)
				&& headers.containsHeader(HttpHeaders.LOCATION) && Freshness.isExplicit(headers));
	}

	/**
	 * Whether a response that is not stored removes the older one: because the thing is
	 * gone, because nothing of it may be kept, or because there is a newer
	 * representation. A failure removes nothing: what was stored may still hold.
	 */
	static boolean removes(int status, HttpHeaders headers) {
		return GONE.contains(status) || REPRESENTATIONS.contains(status)
				|| (status < 400 && CacheControl.of(headers).noStore());
	}

	static boolean isPermanentRedirect(int status) {
		return PERMANENT_REDIRECTS.contains(status);
	}

}
