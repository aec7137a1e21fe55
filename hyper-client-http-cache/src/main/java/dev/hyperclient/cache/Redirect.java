package dev.hyperclient.cache;

import java.net.URI;
import java.util.List;
import java.util.Set;

import dev.hyperclient.internal.uri.Origin;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * The request that follows a redirect (RFC 9110, 15.4).
 *
 * @param method the method: GET after a 303, and after a 301 or 302 of a POST
 * @param uri the URL, http or https
 * @param keepsBody whether the body is sent again, if there is one
 * @param keepsOrigin whether the origin is the same, so that credentials may be sent
 */
record Redirect(HttpMethod method, URI uri, boolean keepsBody, boolean keepsOrigin) {

	/** How many redirects of one request are followed. The next one is returned. */
	static final int MAX = 10;

	private static final Set<Integer> STATUSES = Set.of(301, 302, 303, 307, 308);

	private static final List<String> CREDENTIALS = List.of(HttpHeaders.AUTHORIZATION, HttpHeaders.COOKIE,
			HttpHeaders.PROXY_AUTHORIZATION, HttpHeaders.HOST);

	private static final List<String> CONTENT = List.of(HttpHeaders.CONTENT_TYPE, HttpHeaders.CONTENT_LENGTH,
			HttpHeaders.CONTENT_ENCODING, HttpHeaders.CONTENT_LANGUAGE, HttpHeaders.CONTENT_LOCATION,
			HttpHeaders.TRANSFER_ENCODING);

	/**
	 * Return the request that follows a response.
	 * @param method the method of the request
	 * @param uri the URL of the request
	 * @param status the status of its response
	 * @param headers the header fields of its response
	 * @return the next request, or {@code null} if the response is no redirect or leads
	 * from https to http or to a URL that HTTP clients do not support
	 */
	static @Nullable Redirect of(HttpMethod method, URI uri, int status, HttpHeaders headers) {
		URI target = STATUSES.contains(status) ? target(uri, headers.getFirst(HttpHeaders.LOCATION)) : null;
		if (target == null) {
			return null;
		}
		Origin from = Origin.of(uri);
		Origin to = Origin.of(target);
		boolean supported = to.scheme().equals("https") || (to.scheme().equals("http") && from.scheme().equals("http"));
		if (!supported || to.host().isEmpty()) {
			return null;
		}
		boolean becomesGet = (status == 303) ? method != HttpMethod.GET && method != HttpMethod.HEAD
				: status < 303 && method == HttpMethod.POST;
		return new Redirect(becomesGet ? HttpMethod.GET : method, target, !becomesGet && status != 303,
				from.equals(to));
	}

	/**
	 * Remove the header fields that must not be sent with the next request.
	 * @param headers the fields of the previous request
	 */
	void removeFrom(HttpHeaders headers) {
		if (!this.keepsOrigin) {
			CREDENTIALS.forEach(headers::remove);
		}
		if (!this.keepsBody) {
			CONTENT.forEach(headers::remove);
		}
	}

	private static @Nullable URI target(URI uri, @Nullable String location) {
		if (location == null) {
			return null;
		}
		try {
			if (location.startsWith("?")) {
				// As in RFC 3986, 5.2.2, where java.net.URI removes the last segment.
				String base = uri.toString().replaceFirst("[?#].*", "");
				return URI.create(base + location);
			}
			URI base = uri.getRawPath().isEmpty() ? uri.resolve("/") : uri;
			return base.resolve(location.strip());
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

}
