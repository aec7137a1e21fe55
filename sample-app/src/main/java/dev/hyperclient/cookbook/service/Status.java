package dev.hyperclient.cookbook.service;

/**
 * The status lines of the service, with the reason phrases that clients print.
 */
enum Status {

	OK(200, "Ok"), CREATED(201, "Created"), CONTENT_RETURNED(209, "Content Returned"),
	MOVED_PERMANENTLY(301, "Moved Permanently"), SEE_OTHER(303, "See Other"), NOT_MODIFIED(304, "Not Modified"),
	BAD_REQUEST(400, "Bad Request"), UNAUTHORIZED(401, "Unauthorized"), NOT_FOUND(404, "Not Found"),
	METHOD_NOT_ALLOWED(405, "Method Not Allowed"), REQUEST_TIMEOUT(408, "Request Timeout"), CONFLICT(409, "Conflict"),
	PRECONDITION_FAILED(412, "Precondition Failed"), CONTENT_TOO_LARGE(413, "Content Too Large"),
	URI_TOO_LONG(414, "URI Too Long"), UNSUPPORTED_MEDIA_TYPE(415, "Unsupported Media Type"),
	HEADERS_TOO_LARGE(431, "Request Header Fields Too Large"), SERVER_ERROR(500, "Internal Server Error");

	private final int code;

	private final String reason;

	Status(int code, String reason) {
		this.code = code;
		this.reason = reason;
	}

	int code() {
		return this.code;
	}

	String reason() {
		return this.reason;
	}

}
