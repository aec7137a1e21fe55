package dev.hyperclient.error;

import java.net.URI;

import dev.hyperclient.netty.UnexpectedInterimResponseException;

/**
 * An interim (1xx) response arrived in place of a final one: the HTTP client does not
 * skip interim responses, or the service switches to a protocol that was not requested.
 * Nothing is returned and nothing is stored.
 */
public class InterimResponseException extends TransportException {

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param cause reports the interim response
	 */
	public InterimResponseException(URI uri, UnexpectedInterimResponseException cause) {
		super(uri, String.valueOf(cause.getMessage()), cause);
	}

}
