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

	/**
	 * RFC 9110, 15.1, but for 206.
	 */
	private static final Set<Integer> HEURISTICALLY_CACHEABLE = Set.of(200, 203, 204, 300, 301, 308, 404, 405, 410, 414,
			501);

	/**
	 * Status codes of RFC 9110 whose caching we know.
	 */
	private static final Set<Integer> UNDERSTOOD = Set.of(200, 201, 202, 203, 204, 300, 301, 302, 303, 307, 308, 400,
			403, 404, 405, 406, 410, 414, 421, 451, 500, 501, 502, 503, 504);

	/**
	 * They answer parts of a representation or the condition of one request.
	 */
	private static final Set<Integer> NEVER = Set.of(205, 206, 304, 412, 416);

	private StoragePolicy() {
	}

	/**
	 * Whether a service root stores a response: a whole representation, which can at
	 * least be validated later, or a permanent redirect that says how long it holds. A
	 * redirect without an expiry is not believed for ever.
	 */
	static boolean stores(int status, HttpHeaders headers) {
		return stores(status, headers, Rules.SERVICE);
	}

	/**
	 * Whether a response is stored.
	 * @param status the status code
	 * @param headers the header fields
	 * @param rules which law holds
	 */
	static boolean stores(int status, HttpHeaders headers, Rules rules) {
		CacheControl said = CacheControl.of(headers);
		SelectingFields selecting = SelectingFields.of(headers);
		if (rules.isAlone()) {
			return isStorable(status, said) && !selecting.areAny() && isUseful(status, headers, said, rules);
		}
		if (said.noStore() || selecting.areUnknowable()) {
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

	/**
	 * Whether a lifetime may be guessed (RFC 9111, 4.2.2).
	 */
	static boolean isHeuristicallyCacheable(int status) {
		return HEURISTICALLY_CACHEABLE.contains(status);
	}

	/**
	 * With {@code must-understand}, {@code no-store} is for those who do not (5.2.2.3).
	 */
	private static boolean isStorable(int status, CacheControl said) {
		if (status < 200 || status > 599 || NEVER.contains(status)) {
			return false;
		}
		return said.mustUnderstand() ? UNDERSTOOD.contains(status) : !said.noStore();
	}

	private static boolean isUseful(int status, HttpHeaders headers, CacheControl said, Rules rules) {
		if (Freshness.isExplicit(headers)) {
			return true;
		}
		boolean mayBeStored = said.isPublic() || said.isPrivate() || isHeuristicallyCacheable(status);
		boolean validates = REPRESENTATIONS.contains(status) && !Validators.of(headers).isEmpty();
		boolean guesses = rules.settings().heuristicFraction() > 0 && headers.containsHeader(HttpHeaders.LAST_MODIFIED);
		return mayBeStored && (validates || guesses);
	}

}
