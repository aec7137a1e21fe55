package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A request that the service answered.
 *
 * @param method the method
 * @param target the path with the query, as sent
 * @param accept the value of {@code Accept}, or {@code null} if absent
 * @param userAgent the value of {@code User-Agent}, or {@code null} if absent
 * @param ifMatch the value of {@code If-Match}, or {@code null} if absent
 * @param ifNoneMatch the value of {@code If-None-Match}, or {@code null} if absent
 * @param body the content as UTF-8 text, at most the first 64 KiB; empty if there is none
 * @param status the status of the response
 */
public record RecordedRequest(String method, String target, @Nullable String accept, @Nullable String userAgent,
		@Nullable String ifMatch, @Nullable String ifNoneMatch, String body, int status) {

	/**
	 * Return the path without the query.
	 * @return the path as sent, for example {@code /1.0/recipes/4}
	 */
	public String path() {
		int query = this.target.indexOf('?');
		return (query < 0) ? this.target : this.target.substring(0, query);
	}

	/**
	 * Return method, target and status only, because bodies may contain secrets.
	 */
	@Override
	public String toString() {
		return this.method + " " + this.target + " -> " + this.status;
	}

	/**
	 * The most recent requests. Thread-safe.
	 */
	static final class Log {

		private static final int MAX_REQUESTS = 3000;

		private static final int MAX_BODY = 64 * 1024;

		private final Deque<RecordedRequest> requests = new ArrayDeque<>();

		/**
		 * Add a request.
		 * @param method the method
		 * @param target the target of the request line
		 * @param headers the header fields
		 * @param body the content, of which the beginning is kept
		 * @param status the status of the response
		 */
		synchronized void add(String method, String target, HttpHeaders headers, byte[] body, int status) {
			if (this.requests.size() == MAX_REQUESTS) {
				this.requests.removeFirst();
			}
			String text = new String(body, 0, Math.min(body.length, MAX_BODY), StandardCharsets.UTF_8);
			this.requests.addLast(new RecordedRequest(method, target, headers.get("Accept"), headers.get("User-Agent"),
					headers.get("If-Match"), headers.get("If-None-Match"), text, status));
		}

		synchronized List<RecordedRequest> requests() {
			return List.copyOf(this.requests);
		}

		synchronized void clear() {
			this.requests.clear();
		}

	}

}
