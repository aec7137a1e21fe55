package dev.hyperclient.cookbook.service;

import org.jspecify.annotations.Nullable;

/**
 * A request that the service has answered.
 *
 * @param method the method
 * @param target the path with the query, as it was sent
 * @param accept the value of {@code Accept}, or {@code null} if there was none
 * @param userAgent the value of {@code User-Agent}, or {@code null} if there was none
 * @param status the status of the answer
 */
public record RecordedRequest(String method, String target, @Nullable String accept, @Nullable String userAgent,
		int status) {

	@Override
	public String toString() {
		return this.method + " " + this.target + " -> " + this.status;
	}

}
