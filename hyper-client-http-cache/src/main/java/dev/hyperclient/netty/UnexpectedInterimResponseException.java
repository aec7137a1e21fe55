package dev.hyperclient.netty;

/**
 * An interim (1xx) response arrived in place of a final one: the HTTP client does not
 * skip interim responses, or the server switches to a protocol that was not requested.
 * The response is neither returned nor stored.
 */
public class UnexpectedInterimResponseException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private static final int SWITCHING_PROTOCOLS = 101;

	private final int status;

	/**
	 * Create an exception.
	 * @param request the method and URL of the request, for the message
	 * @param status the status code of the response
	 */
	public UnexpectedInterimResponseException(String request, int status) {
		super("%s was answered with the interim status %d in place of a final response. %s".formatted(request, status,
				advice(status)));
		this.status = status;
	}

	/**
	 * Return the status code of the response.
	 * @return the status code, below 200
	 */
	public int status() {
		return this.status;
	}

	private static String advice(int status) {
		return (status == SWITCHING_PROTOCOLS)
				? "No other protocol was requested; check the service and the proxies in front of it"
				: "The HTTP client below must skip interim responses (RFC 9110, 15.2), or later responses are mixed up; use another one";
	}

}
