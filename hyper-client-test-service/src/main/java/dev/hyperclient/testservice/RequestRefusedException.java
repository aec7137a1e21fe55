package dev.hyperclient.testservice;

import dev.hyperclient.testservice.OutgoingResponse.Status;

/**
 * Thrown when a request is refused. Carries the response.
 */
public final class RequestRefusedException extends RuntimeException {

	private final transient OutgoingResponse response;

	private RequestRefusedException(OutgoingResponse response, String reason) {
		super(reason, null, false, false);
		this.response = response;
	}

	/**
	 * Create an exception for status 400.
	 * @param reason the text of the response
	 * @return the exception
	 */
	public static RequestRefusedException badRequest(String reason) {
		return with(Status.BAD_REQUEST, reason);
	}

	/**
	 * Create an exception for status 409.
	 * @param reason the text of the response
	 * @return the exception
	 */
	public static RequestRefusedException conflict(String reason) {
		return with(Status.CONFLICT, reason);
	}

	/**
	 * Create an exception for status 401. The guard makes the challenge.
	 * @param reason the text of the response
	 * @return the exception
	 */
	public static RequestRefusedException unauthorized(String reason) {
		return with(Status.UNAUTHORIZED, reason);
	}

	/**
	 * Create an exception for status 403.
	 * @param reason the text of the response
	 * @return the exception
	 */
	public static RequestRefusedException forbidden(String reason) {
		return with(Status.FORBIDDEN, reason);
	}

	/**
	 * Return the status of the response.
	 * @return the status code
	 */
	public int status() {
		return this.response.status().code();
	}

	/**
	 * Refuse a request with status 400 unless a condition is met.
	 * @param met whether the condition is met
	 * @param reason the text of the response, a format if there are arguments
	 * @param arguments the arguments of the text
	 * @throws RequestRefusedException if the condition is not met
	 */
	public static void require(boolean met, String reason, Object... arguments) {
		if (!met) {
			throw badRequest((arguments.length > 0) ? reason.formatted(arguments) : reason);
		}
	}

	static RequestRefusedException notFound(String container, String name) {
		return with(Status.NOT_FOUND, "Object: " + container + ", name: '" + name + "'");
	}

	static RequestRefusedException methodNotAllowed(String allowed) {
		String reason = "This resource knows the methods: " + allowed;
		return new RequestRefusedException(
				OutgoingResponse.text(Status.METHOD_NOT_ALLOWED, reason).with("Allow", allowed), reason);
	}

	static RequestRefusedException with(Status status, String reason) {
		return new RequestRefusedException(OutgoingResponse.text(status, reason), reason);
	}

	OutgoingResponse response() {
		return this.response;
	}

}
