package dev.hyperclient.internal.policy;

import java.util.ArrayList;
import java.util.List;

import dev.hyperclient.cache.api.CacheRequest;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Decides which requests bypass the cache.
 */
public final class BypassPolicy {

	private static final List<String> PRECONDITIONS = List.of(HttpHeaders.IF_MATCH, HttpHeaders.IF_UNMODIFIED_SINCE);

	private static final List<String> CONDITIONS = List.of(HttpHeaders.IF_NONE_MATCH, HttpHeaders.IF_MODIFIED_SINCE);

	private static final List<String> RANGES = List.of(HttpHeaders.RANGE, HttpHeaders.IF_RANGE);

	private static final String SINGLE_RANGE = " (the cache answers only a single range of a GET)";

	private BypassPolicy() {
	}

	/**
	 * Whether a stored response may answer a request and its response may be stored: a
	 * GET for a whole representation without {@code no-store} (RFC 9111, 5.2.1.5); a
	 * HEAD, a single range, and a query whose content is part of the cache key, if the
	 * profile includes them.
	 */
	public static boolean isCacheable(CacheRequest request, CachingProfile profile) {
		boolean retrieves = HttpMethod.GET.equals(request.method()) || (profile == CachingProfile.RFC_9111
				&& (HttpMethod.HEAD.equals(request.method()) || isQuery(request)));
		return retrieves && Messages.hasKey(request) && !isPartial(request, profile) && !hasAny(request, PRECONDITIONS)
				&& !CacheControl.ofRequest(request.headers()).has("no-store");
	}

	/** The cache does not answer ranges of queries, and the conditions of no POST. */
	private static boolean isQuery(CacheRequest request) {
		return QueryContent.isKeyed(request) && !hasAny(request, RANGES)
				&& !(QueryContent.isUnconditional(request) && hasAny(request, CONDITIONS));
	}

	private static boolean isRetrieval(CacheRequest request) {
		return HttpMethod.GET.equals(request.method()) || HttpMethod.HEAD.equals(request.method())
				|| QueryContent.isQuery(request);
	}

	/**
	 * Return why a request bypasses the cache.
	 */
	public static ForwardReason reason(CacheRequest request) {
		if (!isRetrieval(request)) {
			return ForwardReason.METHOD;
		}
		return CacheControl.ofRequest(request.headers()).has("no-store") ? ForwardReason.REQUEST : ForwardReason.BYPASS;
	}

	/**
	 * Return why a request bypasses the cache, for logs: the first condition of a
	 * {@link #isCacheable cacheable} request that it does not meet.
	 */
	public static String text(CacheRequest request, CachingProfile profile) {
		if (!isRetrieval(request) || (profile != CachingProfile.RFC_9111 && !HttpMethod.GET.equals(request.method()))) {
			return request.method() + " is not cached";
		}
		// RFC 9111, 5.2.1.5
		if (CacheControl.ofRequest(request.headers()).has("no-store")) {
			return "no-store in the request";
		}
		if (!Messages.hasKey(request)) {
			return "user information in the URL";
		}
		List<String> fields = new ArrayList<>(PRECONDITIONS);
		fields.addAll((isPartial(request, profile) || QueryContent.isQuery(request)) ? RANGES : List.of());
		fields.addAll(QueryContent.isUnconditional(request) ? CONDITIONS : List.of());
		return fields.stream()
			.filter(request.headers()::containsHeader)
			.findFirst()
			.map((field) -> field + " in the request" + (RANGES.contains(field) ? SINGLE_RANGE : ""))
			.orElse("its content, cookies or client certificate are not part of the cache key");
	}

	/**
	 * Whether a request must not be forwarded (RFC 9111, 5.2.1.7).
	 */
	public static boolean isOnlyIfCached(CacheRequest request) {
		return isRetrieval(request) && CacheControl.ofRequest(request.headers()).has("only-if-cached");
	}

	private static boolean hasAny(CacheRequest request, List<String> names) {
		for (String name : names) {
			if (request.headers().containsHeader(name)) {
				return true;
			}
		}
		return false;
	}

	private static boolean isPartial(CacheRequest request, CachingProfile profile) {
		return hasAny(request, RANGES)
				&& !(profile == CachingProfile.RFC_9111 && ByteRange.parse(request.headers()).isPresent());
	}

}
