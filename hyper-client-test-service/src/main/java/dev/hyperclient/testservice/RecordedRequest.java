package dev.hyperclient.testservice;

import org.jspecify.annotations.Nullable;

/**
 * A request that the service answered.
 *
 * @param method the method
 * @param target the path with the query, as sent
 * @param accept the value of {@code Accept}, or {@code null} if absent
 * @param userAgent the value of {@code User-Agent}, or {@code null} if absent
 * @param status the status of the response
 */
public record RecordedRequest(String method, String target, @Nullable String accept, @Nullable String userAgent,
		int status) {

	@Override
	public String toString() {
		return this.method + " " + this.target + " -> " + this.status;
	}

}
