package dev.hyperclient.cookbook.service;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * An answer, before it goes on the wire. Immutable.
 *
 * @param status the status
 * @param headers the header fields in the order and spelling they are sent
 * @param body the content
 */
record Response(Status status, Map<String, String> headers, byte[] body) {

	static final String JSON = "application/json";

	static final String TEXT = "text/plain";

	private static final byte[] NOTHING = {};

	/**
	 * The header fields that a 304 repeats, since a cache updates what it holds from
	 * them.
	 */
	private static final Set<String> REPEATED = Set.of("Content-Type", "ETag", "Cache-Control", "Vary",
			"Last-Modified");

	static Response of(Status status, String mediaType, byte[] body) {
		return new Response(status, Map.of(), body).with("Content-Type", mediaType);
	}

	static Response text(Status status, String text) {
		return of(status, TEXT, text.getBytes(StandardCharsets.UTF_8));
	}

	static Response empty(Status status) {
		return of(status, TEXT, NOTHING);
	}

	static Response elsewhere(Status status, String location) {
		return empty(status).with("Location", location);
	}

	/**
	 * The resource is found elsewhere from now on.
	 * @param location where
	 * @return the answer
	 */
	static Response moved(String location) {
		return elsewhere(Status.MOVED_PERMANENTLY, location).with(Notifications.HEADER,
				Notifications.info("The name was changed, and the address with it."));
	}

	/**
	 * Done, and nothing to tell.
	 * @return the answer
	 */
	static Response nothing() {
		return of(Status.OK, JSON, "null".getBytes(StandardCharsets.UTF_8));
	}

	Response with(String name, String value) {
		Map<String, String> more = new LinkedHashMap<>(this.headers);
		more.put(name, value);
		return new Response(this.status, more, this.body);
	}

	@Nullable String header(String name) {
		return this.headers.get(name);
	}

	Response notModified() {
		Map<String, String> repeated = new LinkedHashMap<>(this.headers);
		repeated.keySet().retainAll(REPEATED);
		return new Response(Status.NOT_MODIFIED, repeated, NOTHING);
	}

}
