package dev.hyperclient.testservice;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The parts of a request that a {@link RequestGuard} decides on.
 *
 * @param method the method as sent
 * @param authority the host and, if sent, the port of the request
 * @param path the path as sent, percent-encoded
 * @param query the query as sent, empty if there is none
 * @param contentType the value of {@code Content-Type}, or {@code null} if absent
 * @param authorizations the values of all {@code Authorization} header fields
 * @param body the content
 */
public record GuardedRequest(String method, String authority, String path, String query, @Nullable String contentType,
		List<String> authorizations, byte[] body) {

	/**
	 * Return method and path only, because header fields contain secrets.
	 */
	@Override
	public String toString() {
		return this.method + " " + this.path;
	}

}
