package dev.hyperclient.cache;

import java.net.URI;
import java.util.List;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.http.ServiceRequest;

import org.springframework.http.HttpHeaders;

/**
 * The key that a request asks for.
 */
final class RequestKey {

	private RequestKey() {
	}

	static CacheKey of(ServiceRequest request) {
		List<String> accept = request.headers().getOrEmpty(HttpHeaders.ACCEPT);
		return CacheKey.of(request.uri(), accept.isEmpty() ? CacheKey.ANY_MEDIA_TYPE : String.join(", ", accept));
	}

	/**
	 * Whether an address can be a key. One with a password in it cannot: file names are
	 * made of keys.
	 */
	static boolean isPossible(ServiceRequest request) {
		URI uri = request.uri();
		return uri.getScheme() != null && uri.getRawAuthority() != null && uri.getRawAuthority().indexOf('@') < 0;
	}

}
