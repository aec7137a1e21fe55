package dev.hyperclient.cache.store;

import java.net.URI;
import java.util.LinkedHashSet;
import java.util.Set;

import dev.hyperclient.internal.http.Origin;
import dev.hyperclient.internal.http.StringList;

import org.springframework.http.HttpHeaders;

/**
 * A group of stored responses of an origin, which a server can invalidate together (RFC
 * 9875). Immutable.
 *
 * @param origin the origin: scheme, host and port, without a default port
 * @param name the name, which is compared character by character (2.1)
 */
public record CacheGroup(String origin, String name) {

	private static final String GROUPS = "Cache-Groups";

	private static final String INVALIDATION = "Cache-Group-Invalidation";

	/**
	 * Return a group of an origin.
	 * @param uri an absolute URL of the origin
	 * @param name the name of the group
	 * @return the group
	 * @throws IllegalArgumentException if the URL has no scheme or no host
	 */
	public static CacheGroup of(URI uri, String name) {
		return new CacheGroup(origin(CacheKey.of(uri, "").url()), name);
	}

	/**
	 * Return the groups that a stored response is in: of those in {@code Cache-Groups},
	 * at most the first 128 with a name of at most 256 characters.
	 * @param key the key of the response
	 * @param response the response
	 * @return the groups, none if the field is absent or malformed
	 */
	public static Set<CacheGroup> of(CacheKey key, StoredResponse response) {
		// Most responses have none.
		return response.headers().containsHeader(GROUPS) ? named(key.url(), response.headers(), GROUPS) : Set.of();
	}

	/**
	 * Return the groups that a response to an unsafe request invalidates: of those in
	 * {@code Cache-Group-Invalidation}, at most the first 128 with a name of at most 256
	 * characters.
	 * @param uri the URL of the request
	 * @param headers the header fields of the response
	 * @return the groups, none if the field is absent or malformed
	 */
	public static Set<CacheGroup> invalidatedBy(URI uri, HttpHeaders headers) {
		return headers.containsHeader(INVALIDATION) ? named(CacheKey.of(uri, "").url(), headers, INVALIDATION)
				: Set.of();
	}

	private static Set<CacheGroup> named(String url, HttpHeaders headers, String field) {
		Set<CacheGroup> groups = new LinkedHashSet<>();
		try {
			String origin = origin(url);
			StringList.of(headers, field).forEach((name) -> groups.add(new CacheGroup(origin, name)));
		}
		catch (IllegalArgumentException ex) {
			// A key that is no URL, in a damaged file, has no origin.
			return Set.of();
		}
		return groups;
	}

	private static String origin(String url) {
		return Origin.of(URI.create(url)).toString();
	}

}
