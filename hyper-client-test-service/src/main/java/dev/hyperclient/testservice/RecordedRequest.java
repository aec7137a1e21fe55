package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A request that the service received. Immutable.
 *
 * @param method the method
 * @param target the path with the query, as sent
 * @param headers the header fields by case-insensitive name, with credentials. The values
 * of a repeated field are separated by a comma
 * @param body the content as UTF-8 text, empty if there is none. Only the first 64 KiB
 * are kept, and {@code ... (cut, 70000 bytes)} follows them
 * @param status the status of the response, 0 until there is one
 * @param number the position of the request since the start of the service, from 1. A
 * reset does not change it
 */
public record RecordedRequest(String method, String target, Map<String, String> headers, String body, int status,
		long number) {

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
	 * The most recent requests. Thread-safe. A reset begins another generation: requests
	 * that arrived before it are neither recorded nor handled after it.
	 */
	static final class Log {

		private static final int MAX_REQUESTS = 3000;

		private static final int MAX_BODY = 64 * 1024;

		private static final int MAX_SIZE = 16 * 1024 * 1024;

		private final Map<Long, RecordedRequest> requests = new LinkedHashMap<>();

		private int generation;

		private long latest;

		private int size;

		private int dropped;

		/**
		 * Add a request, unless the log was cleared since it arrived.
		 * @param arrival the generation when it arrived
		 * @param method the method
		 * @param target the target of the request line
		 * @param headers the header fields
		 * @param body the content, of which the beginning is kept
		 * @return the number of the request
		 */
		synchronized long add(int arrival, String method, String target, HttpHeaders headers, byte[] body) {
			this.latest++;
			if (isCurrent(arrival)) {
				String text = new String(body, 0, Math.min(body.length, MAX_BODY), StandardCharsets.UTF_8);
				String cut = (body.length > MAX_BODY) ? "... (cut, %d bytes)".formatted(body.length) : "";
				RecordedRequest request = new RecordedRequest(method, target, fields(headers), text + cut, 0,
						this.latest);
				this.requests.put(this.latest, request);
				this.size += size(request);
				while (this.requests.size() > MAX_REQUESTS || this.size > MAX_SIZE) {
					Iterator<RecordedRequest> oldest = this.requests.values().iterator();
					this.size -= size(oldest.next());
					oldest.remove();
					this.dropped++;
				}
			}
			return this.latest;
		}

		/**
		 * Add a request without a body that is answered at once.
		 */
		synchronized void addRefused(int arrival, String method, String target, HttpHeaders headers, int status) {
			answered(add(arrival, method, target, headers, new byte[0]), status);
		}

		synchronized void answered(long number, int status) {
			this.requests.computeIfPresent(number, (key, request) -> new RecordedRequest(request.method, request.target,
					request.headers, request.body, status, number));
		}

		synchronized List<RecordedRequest> requests() {
			return List.copyOf(this.requests.values());
		}

		synchronized int dropped() {
			return this.dropped;
		}

		synchronized int generation() {
			return this.generation;
		}

		synchronized boolean isCurrent(int arrival) {
			return arrival == this.generation;
		}

		synchronized void clear() {
			this.generation++;
			this.requests.clear();
			this.size = 0;
			this.dropped = 0;
		}

		private static int size(RecordedRequest request) {
			int fields = request.headers.entrySet()
				.stream()
				.mapToInt((field) -> field.getKey().length() + field.getValue().length())
				.sum();
			return request.target.length() + fields + request.body.length();
		}

	}

}
