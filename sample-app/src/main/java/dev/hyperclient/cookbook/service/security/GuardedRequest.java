package dev.hyperclient.cookbook.service.security;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a guard needs to know of a request.
 *
 * @param method the method as sent
 * @param authority the host and, unless it is the usual one, the port that were asked
 * @param path the path as sent, still escaped
 * @param query the query as sent, empty if there is none
 * @param contentType the value of {@code Content-Type}, or {@code null} if there is none
 * @param authorizations the values of all {@code Authorization} header fields
 * @param body the content
 */
public record GuardedRequest(String method, String authority, String path, String query, @Nullable String contentType,
		List<String> authorizations, byte[] body) {

	/**
	 * Without the header fields, which hold secrets.
	 */
	@Override
	public String toString() {
		return this.method + " " + this.path;
	}

}
