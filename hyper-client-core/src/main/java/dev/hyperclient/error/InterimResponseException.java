package dev.hyperclient.error;

import java.net.URI;

/**
 * An interim (1xx) response arrived in place of a final one: the HTTP client does not
 * skip interim responses, or the service switches to a protocol that was not requested.
 * Nothing is returned and nothing is stored.
 */
public class InterimResponseException extends TransportException {

	private static final int SWITCHING_PROTOCOLS = 101;

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param request the method and URL of the request, for the message
	 * @param status the status code of the response
	 */
	public InterimResponseException(URI uri, String request, int status) {
		super(uri, "%s was answered with the interim status %d in place of a final response. %s".formatted(request,
				status, advice(status)));
	}

	private static String advice(int status) {
		return (status == SWITCHING_PROTOCOLS)
				? "No other protocol was requested; check the service and the proxies in front of it"
				: "The HTTP client must skip interim responses (RFC 9110, 15.2); otherwise responses are assigned to the wrong requests. Use another HTTP client";
	}

}
