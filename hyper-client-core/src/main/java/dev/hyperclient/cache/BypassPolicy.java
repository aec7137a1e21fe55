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
	private static final List<String> OTHER_CONDITIONS = List.of(HttpHeaders.RANGE, HttpHeaders.IF_RANGE,
			HttpHeaders.IF_MATCH, HttpHeaders.IF_UNMODIFIED_SINCE);

	private BypassPolicy() {
	}

	/**
	 * Whether a request may be answered from the cache, and its answer be stored: an
	 * ordinary GET that does not say {@code no-store} (RFC 9111, 5.2.1.5).
	 */
	static boolean isCacheable(ServiceRequest request) {
		return HttpMethod.GET.equals(request.method()) && request.body() == null && RequestKey.isPossible(request)
				&& OTHER_CONDITIONS.stream().noneMatch(request.headers()::containsHeader)
				&& !CacheControl.ofRequest(request.headers()).noStore();
	}

}
