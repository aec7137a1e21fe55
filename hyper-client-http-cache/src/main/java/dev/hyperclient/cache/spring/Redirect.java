package dev.hyperclient.cache.spring;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.hyperclient.internal.http.Origin;
import dev.hyperclient.internal.policy.IdentityKey;
import dev.hyperclient.internal.policy.QueryContent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * The request that follows a redirect (RFC 9110, 15.4).
 *
 * @param method the method: GET after a 303, and after a 301 or 302 of a POST
 * @param uri the URL, http or https, without a fragment
 * @param keepsBody whether the body is sent again, if there is one
 * @param keepsOrigin whether the origin is the same, so that credentials may be sent
 */
record Redirect(HttpMethod method, URI uri, boolean keepsBody, boolean keepsOrigin) {

	/** How many redirects of one request are followed. The next one is returned. */
	static final int MAX = 10;

	private static final int MAX_PORT = 0xFFFF;

	/** Illegal in a path or query, but sent by servers. */
	private static final String ILLEGAL = " \"<>^`{|}";

	/** Scheme, authority, path and query (RFC 3986, B). */
	private static final Pattern REFERENCE = Pattern
		.compile("(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\\?([^#]*))?(?:#.*)?");

	/** The methods of requests that are redirected by a 301 or 302. */
	private static final Set<HttpMethod> REDIRECTED = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.POST,
			QueryContent.QUERY);

	private static final Set<Integer> STATUSES = Set.of(301, 302, 303, 307, 308);

	private static final List<String> CREDENTIALS = Stream
		.concat(IdentityKey.CREDENTIALS.stream(), Stream.of(HttpHeaders.PROXY_AUTHORIZATION, HttpHeaders.HOST))
		.toList();

	private static final List<String> CONTENT = List.of(HttpHeaders.CONTENT_TYPE, HttpHeaders.CONTENT_LENGTH,
			HttpHeaders.CONTENT_ENCODING, HttpHeaders.CONTENT_LANGUAGE, HttpHeaders.CONTENT_LOCATION,
			HttpHeaders.TRANSFER_ENCODING, HttpHeaders.LAST_MODIFIED, "Digest", "Content-Digest", "Repr-Digest");

	private static final Logger logger = LoggerFactory.getLogger(Redirect.class);

	/**
	 * Return the request that follows a response. If it is a redirect that is not
	 * followed, the reason is logged at {@code DEBUG}.
	 * @param method the method of the request
	 * @param uri the URL of the request
	 * @param status the status of its response
	 * @param headers the header fields of its response
	 * @return the next request, or {@code null} if the response is no redirect or leads
	 * from https to http, to a URL that HTTP clients do not support, or to one with
	 * credentials, or if it is a 301 or 302 to another method than GET, HEAD, POST and
	 * QUERY, which must not change another resource
	 */
	static @Nullable Redirect of(HttpMethod method, URI uri, int status, HttpHeaders headers) {
		if (!STATUSES.contains(status)) {
			return null;
		}
		if (status < 303 && !REDIRECTED.contains(method)) {
			return notFollowed(method, uri, status, "which is followed for GET, HEAD, POST and QUERY only");
		}
		URI target = target(uri, headers.getFirst(HttpHeaders.LOCATION));
		if (target == null) {
			return notFollowed(method, uri, status, "whose Location is missing, invalid or contains user information");
		}
		Origin from = Origin.of(uri);
		Origin to = Origin.of(target);
		boolean supported = to.scheme().equals("https") || (to.scheme().equals("http") && from.scheme().equals("http"));
		if (!supported || to.host().isEmpty()) {
			return notFollowed(method, uri, status, "whose Location has an unsupported scheme or no host");
		}
		boolean becomesGet = switch (status) {
			case 301, 302 -> method == HttpMethod.POST;
			case 303 -> method != HttpMethod.GET && method != HttpMethod.HEAD;
			default -> false;
		};
		return new Redirect(becomesGet ? HttpMethod.GET : method, target, !becomesGet && status != 303,
				from.equals(to));
	}

	private static @Nullable Redirect notFollowed(HttpMethod method, URI uri, int status, String reason) {
		logger.debug("{} to {} was answered with {}, {}: it is returned", method, Origin.of(uri), status, reason);
		return null;
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

	/**
	 * Return the URL that a reference leads to (RFC 3986, 5.2.2), without its fragment.
	 * Unlike {@link URI#resolve}, keep empty segments and the last one before a query.
	 * @return the URL, or {@code null} if it is none or has other user information than
	 * the URL of the request, which HTTP clients may send as credentials (RFC 9110,
	 * 4.2.4)
	 */
	private static @Nullable URI target(URI uri, @Nullable String location) {
		Matcher given = REFERENCE.matcher((location != null) ? location.strip() : "");
		if (!given.matches() || given.end() == 0 || (given.group(1) != null && given.group(2) == null)) {
			return null;
		}
		boolean hasAuthority = given.group(2) != null;
		String scheme = (given.group(1) != null) ? given.group(1) : uri.getScheme();
		String authority = hasAuthority ? given.group(2) : uri.getRawAuthority();
		String path = encoded(given.group(3), ILLEGAL + "[]");
		@Nullable String query = (given.group(4) != null) ? encoded(given.group(4), ILLEGAL) : null;
		if (!hasAuthority && path.isEmpty()) {
			path = uri.getRawPath();
			query = (query != null) ? query : uri.getRawQuery();
		}
		else if (!hasAuthority && !path.startsWith("/")) {
			path = uri.getRawPath().substring(0, uri.getRawPath().lastIndexOf('/') + 1) + path;
		}
		try {
			URI target = URI
				.create(scheme + "://" + authority + withoutDotSegments(path) + ((query != null) ? "?" + query : ""));
			boolean isSupported = target.getPort() <= MAX_PORT
					&& (target.getRawUserInfo() == null || target.getRawUserInfo().equals(uri.getRawUserInfo()));
			return isSupported ? target : null;
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	/**
	 * Encode the characters that servers send in place of percent-encoded ones. A
	 * backslash is not encoded, since browsers read it as a slash.
	 */
	private static String encoded(String text, String illegal) {
		StringBuilder encoded = new StringBuilder();
		for (char next : text.toCharArray()) {
			boolean isEncoded = illegal.indexOf(next) >= 0 || (next > 0x7F && next <= 0xFF);
			encoded.append(isEncoded ? "%%%02X".formatted((int) next) : next);
		}
		return encoded.toString();
	}

	/**
	 * Remove {@code .} and {@code ..} (RFC 3986, 5.2.4).
	 */
	private static String withoutDotSegments(String path) {
		Deque<String> segments = new ArrayDeque<>();
		String[] given = (path.startsWith("/") ? path.substring(1) : path).split("/", -1);
		for (int i = 0; i < given.length; i++) {
			boolean isDots = given[i].equals(".") || given[i].equals("..");
			if (given[i].equals("..")) {
				segments.pollLast();
			}
			if (!isDots) {
				segments.add(given[i]);
			}
			else if (i == given.length - 1) {
				segments.add("");
			}
		}
		return "/" + String.join("/", segments);
	}

}
