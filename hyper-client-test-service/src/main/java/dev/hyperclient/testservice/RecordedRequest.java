package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A request that the service answered. Immutable.
 *
 * @param method the method
 * @param target the path with the query, as sent
 * @param headers the header fields by case-insensitive name, with credentials. The values
 * of a repeated field are separated by a comma
 * @param body the content as UTF-8 text, at most the first 64 KiB; empty if there is none
 * @param status the status of the response
 */
public record RecordedRequest(String method, String target, Map<String, String> headers, String body, int status) {

	/**
	 * Create a request.
	 */
	public RecordedRequest {
		Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		copy.putAll(headers);
		headers = Collections.unmodifiableMap(copy);
	}

	/**
	 * Return the value of a header field.
	 * @param name the name, in any case
	 * @return the value, or {@code null} if the field is absent
	 */
	public @Nullable String header(String name) {
		return this.headers.get(name);
	}

	/**
	 * Return the value of {@code Accept}.
	 * @return the value, or {@code null} if absent
	 */
	public @Nullable String accept() {
		return header("Accept");
	}

	/**
	 * Return the value of {@code User-Agent}.
	 * @return the value, or {@code null} if absent
	 */
	public @Nullable String userAgent() {
		return header("User-Agent");
	}

	/**
	 * Return the value of {@code If-Match}.
	 * @return the value, or {@code null} if absent
	 */
	public @Nullable String ifMatch() {
		return header("If-Match");
	}

	/**
	 * Return the value of {@code If-None-Match}.
	 * @return the value, or {@code null} if absent
	 */
	public @Nullable String ifNoneMatch() {
		return header("If-None-Match");
	}

	/**
	 * Return the path without the query.
	 * @return the path as sent, for example {@code /1.0/recipes/4}
	 */
	public String path() {
		int query = this.target.indexOf('?');
		return (query < 0) ? this.target : this.target.substring(0, query);
	}

	/**
	 * Return header fields by name, with the values of a repeated field in one text.
	 * @param headers the header fields
	 * @return the fields by case-insensitive name, which can be changed
	 */
	static Map<String, String> fields(HttpHeaders headers) {
		Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		headers.forEach((field) -> fields.merge(field.getKey(), field.getValue(), (one, more) -> one + ", " + more));
		return fields;
	}

	/**
	 * Return method, target and status only, because header fields and bodies may contain
	 * secrets.
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
			this.requests.addLast(new RecordedRequest(method, target, fields(headers), text, status));
		}

		synchronized List<RecordedRequest> requests() {
			return List.copyOf(this.requests);
		}

		synchronized void clear() {
			this.requests.clear();
		}

	}

}
