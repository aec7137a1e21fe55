package dev.hyperclient.internal.policy;

import java.util.Set;

import dev.hyperclient.cache.api.CacheSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Decides which responses are stored, and which remove a stored one (RFC 9111, 3).
 *
 * @param profile the features that are used
 * @param settings what RFC 9111 leaves open
 */
public record StoragePolicy(CachingProfile profile, CacheSettings settings) {

	private static final Set<Integer> REPRESENTATIONS = Set.of(200, 203);

	private static final Set<Integer> PERMANENT_REDIRECTS = Set.of(301, 308);

	private static final Set<Integer> GONE = Set.of(404, 410);

	/**
	 * RFC 9110, 15.1, without 206.
	 */
	private static final Set<Integer> HEURISTICALLY_CACHEABLE = Set.of(200, 203, 204, 300, 301, 308, 404, 405, 410, 414,
			501);

	/**
	 * Status codes of RFC 9110 whose caching this cache understands (RFC 9111, 5.2.2.3).
	 */
	private static final Set<Integer> UNDERSTOOD = Set.of(200, 201, 202, 203, 204, 300, 301, 302, 303, 307, 308, 400,
			403, 404, 405, 406, 410, 414, 421, 451, 500, 501, 502, 503, 504);

	/**
	 * Responses to a range, to the condition or to the credentials of one request: the
	 * latter are about a token, which the user may replace.
	 */
	private static final Set<Integer> NEVER_STORED = Set.of(205, 206, 304, 401, 407, 412, 416);

	/**
	 * Whether a response to a GET that does not bypass the cache is stored. With
	 * {@link CachingProfile#REPRESENTATIONS}: a representation, which can at least be
	 * validated, or a permanent redirect with an explicit lifetime; one without a
	 * lifetime is not stored, since it would hold for ever.
	 * @param status the status code
	 * @param headers the header fields
	 */
	public boolean stores(int status, HttpHeaders headers) {
		return refusal(status, headers) == null;
	}

	/**
	 * Return why a response to a GET is not stored.
	 * @return the reason for logs, or {@code null} if {@link #stores} is true
	 */
	public @Nullable String refusal(int status, HttpHeaders headers) {
		CacheControl directives = CacheControl.of(headers);
		if (directives.forbidsStoring()) {
			return "no-store in the response";
		}
		boolean isFull = this.profile == CachingProfile.RFC_9111;
		SelectingFields selecting = SelectingFields.of(headers);
		if (isFull ? selecting.areAny() : selecting.areUnknowable()) {
			return "Vary: " + String.join(", ", headers.getOrEmpty(HttpHeaders.VARY));
		}
		if (!(isFull ? isStorable(status, directives) : isRepresentationOrRedirect(status, headers, directives))) {
			return "status " + status;
		}
		if (!isFull || isReusable(status, headers, directives)) {
			return null;
		}
		return REPRESENTATIONS.contains(status)
				? "no lifetime (max-age, Expires) and no validator (ETag, Last-Modified)"
				: "status %d without a lifetime (max-age, Expires)".formatted(status);
	}

	/**
	 * Whether a response that is not stored removes the stored one: because the resource
	 * is gone, because nothing may be stored, or because there is a newer representation.
	 * An error does not, since the stored response may still be valid.
	 */
	public static boolean removes(int status, HttpHeaders headers) {
		return GONE.contains(status) || REPRESENTATIONS.contains(status)
				|| (status < 400 && CacheControl.of(headers).has("no-store"));
	}

	public static boolean isPermanentRedirect(int status) {
		return PERMANENT_REDIRECTS.contains(status);
	}

	/**
	 * Whether a heuristic lifetime is allowed (RFC 9111, 4.2.2).
	 */
	static boolean isHeuristicallyCacheable(int status, CacheControl directives) {
		return HEURISTICALLY_CACHEABLE.contains(status) || directives.has("public");
	}

	private static boolean isRepresentationOrRedirect(int status, HttpHeaders headers, CacheControl directives) {
		return !directives.has("no-store") && (REPRESENTATIONS.contains(status) || (isPermanentRedirect(status)
				&& headers.containsHeader(HttpHeaders.LOCATION) && Freshness.isExplicit(headers)));
	}

	/**
	 * With {@code must-understand}, the status code must be a known one (5.2.2.3).
	 */
	private static boolean isStorable(int status, CacheControl directives) {
		return status >= 200 && status <= 599 && !NEVER_STORED.contains(status)
				&& (!directives.has("must-understand") || UNDERSTOOD.contains(status));
	}

	/**
	 * Whether a response can ever be served from the store.
	 */
	private boolean isReusable(int status, HttpHeaders headers, CacheControl directives) {
		if (Freshness.isExplicit(headers)) {
			return true;
		}
		boolean validates = REPRESENTATIONS.contains(status) && !Validators.of(headers).isEmpty();
		boolean heuristic = this.settings.heuristicFraction() > 0 && headers.containsHeader(HttpHeaders.LAST_MODIFIED)
				&& isHeuristicallyCacheable(status, directives);
		return validates || heuristic;
	}

}
