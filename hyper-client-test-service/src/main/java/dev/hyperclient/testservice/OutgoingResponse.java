package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;

/**
 * A response to be sent. Immutable.
 *
 * @param status the status
 * @param headers the header fields in the order and spelling they are sent
 * @param body the content
 */
record OutgoingResponse(HttpResponseStatus status, Map<String, String> headers, byte[] body) {

	static final String JSON = "application/json";

	static final String TEXT = "text/plain";

	static final String WADL = "application/vnd.sun.wadl+xml";

	static final String XHTML = "application/xhtml+xml";

	private static final String NOTIFICATIONS = "X-Lazr-Notifications";

	/**
	 * The header fields of a 304: a cache updates its stored response from them.
	 */
	private static final Set<String> REPEATED = Set.of("Content-Type", "ETag", "Cache-Control", "Vary",
			"Last-Modified");

	static OutgoingResponse of(Status status, String mediaType, byte[] body) {
		return new OutgoingResponse(status.netty, Map.of(), body).with("Content-Type", mediaType);
	}

	static OutgoingResponse text(Status status, String text) {
		return of(status, TEXT, text.getBytes(StandardCharsets.UTF_8));
	}

	static OutgoingResponse located(Status status, String location) {
		return text(status, "").with("Location", location);
	}

	/**
	 * Create a response to a write that changed the URL of the entry.
	 * @param location the new URL
	 * @return the response
	 */
	static OutgoingResponse moved(String location) {
		return located(Status.MOVED_PERMANENTLY, location).with(NOTIFICATIONS,
				"[[20,\"The name was changed, and the address with it.\"]]");
	}

	/**
	 * Create a response to a write without a result.
	 * @return the response
	 */
	static OutgoingResponse done() {
		return of(Status.OK, JSON, "null".getBytes(StandardCharsets.UTF_8));
	}

	OutgoingResponse with(String name, String value) {
		Map<String, String> more = new LinkedHashMap<>(this.headers);
		more.put(name, value);
		return new OutgoingResponse(this.status, more, this.body);
	}

	/**
	 * Return the response with an empty list of notifications unless it has a list.
	 * @return the response
	 */
	OutgoingResponse withNotifications() {
		return (header(NOTIFICATIONS) != null) ? this : with(NOTIFICATIONS, "[]");
	}

	/**
	 * Return the response with the URLs that the client uses.
	 * @param request the request
	 * @return the response
	 */
	OutgoingResponse localized(IncomingRequest request) {
		String text = request.localized(new String(this.body, StandardCharsets.UTF_8));
		OutgoingResponse local = new OutgoingResponse(this.status, this.headers, text.getBytes(StandardCharsets.UTF_8));
		String location = header("Location");
		return (location != null) ? local.with("Location", request.localized(location)) : local;
	}

	boolean is(Status other) {
		return this.status.equals(other.netty);
	}

	@Nullable String header(String name) {
		return this.headers.get(name);
	}

	OutgoingResponse notModified() {
		Map<String, String> repeated = new LinkedHashMap<>(this.headers);
		repeated.keySet().retainAll(REPEATED);
		return new OutgoingResponse(Status.NOT_MODIFIED.netty, repeated, new byte[0]);
	}

	/**
	 * The status codes with their reason phrases, which clients print.
	 */
	enum Status {

		OK(200, "Ok"), CREATED(201, "Created"), CONTENT_RETURNED(209, "Content Returned"),
		MOVED_PERMANENTLY(301, "Moved Permanently"), SEE_OTHER(303, "See Other"), NOT_MODIFIED(304, "Not Modified"),
		BAD_REQUEST(400, "Bad Request"), UNAUTHORIZED(401, "Unauthorized"), FORBIDDEN(403, "Forbidden"),
		NOT_FOUND(404, "Not Found"), METHOD_NOT_ALLOWED(405, "Method Not Allowed"),
		REQUEST_TIMEOUT(408, "Request Timeout"), CONFLICT(409, "Conflict"),
		PRECONDITION_FAILED(412, "Precondition Failed"), CONTENT_TOO_LARGE(413, "Content Too Large"),
		URI_TOO_LONG(414, "URI Too Long"), UNSUPPORTED_MEDIA_TYPE(415, "Unsupported Media Type"),
		HEADERS_TOO_LARGE(431, "Request Header Fields Too Large"), SERVER_ERROR(500, "Internal Server Error"),
		NOT_IMPLEMENTED(501, "Not Implemented"), SERVICE_UNAVAILABLE(503, "Service Unavailable");

		private final HttpResponseStatus netty;

		Status(int code, String reason) {
			this.netty = new HttpResponseStatus(code, reason);
		}

	}

	/**
	 * The outcome of a request.
	 *
	 * @param data the data after the request
	 * @param response the response
	 */
	record Outcome(FakeData data, OutgoingResponse response) {
	}

}
