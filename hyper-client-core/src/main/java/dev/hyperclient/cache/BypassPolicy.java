package dev.hyperclient.cache;

import java.util.List;

import dev.hyperclient.http.ServiceRequest;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Decides which requests the cache has to do with at all.
 */
final class BypassPolicy {

	/**
	 * With these a request asks for something else than a whole representation.
	 */
	private static final List<String> OTHER_CONDITIONS = List.of(HttpHeaders.IF_MATCH, HttpHeaders.IF_UNMODIFIED_SINCE);

	private static final List<String> PARTS = List.of(HttpHeaders.RANGE, HttpHeaders.IF_RANGE);

	private BypassPolicy() {
	}

	/**
	 * Whether a request may be answered from the cache, and its answer be stored: an
	 * ordinary GET that does not say {@code no-store} (RFC 9111, 5.2.1.5). A cache that
	 * is used alone also answers a HEAD and gives a single range.
	 */
	static boolean isCacheable(ServiceRequest request, Rules rules) {
		boolean retrieves = HttpMethod.GET.equals(request.method())
				|| (rules.isAlone() && HttpMethod.HEAD.equals(request.method()));
		return retrieves && request.body() == null && RequestKey.isPossible(request) && !isPartial(request, rules)
				&& OTHER_CONDITIONS.stream().noneMatch(request.headers()::containsHeader)
				&& !CacheControl.ofRequest(request.headers()).noStore();
	}

	/**
	 * Whether a request must not reach the server (RFC 9111, 5.2.1.7).
	 */
	static boolean forbidsToAsk(ServiceRequest request) {
		return (HttpMethod.GET.equals(request.method()) || HttpMethod.HEAD.equals(request.method()))
				&& CacheControl.ofRequest(request.headers()).onlyIfCached();
	}

	private static boolean isPartial(ServiceRequest request, Rules rules) {
		return PARTS.stream().anyMatch(request.headers()::containsHeader)
				&& !(rules.isAlone() && ByteRange.isSimple(request.headers()));
	}

}
