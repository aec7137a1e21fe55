package dev.hyperclient.error;

import java.net.URI;

/**
 * The user has not yet decided whether to grant a token to the application. Repeat the
 * request later.
 */
public class AuthorizationPendingException extends CredentialsException {

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message the problem and the remedy
	 */
	public AuthorizationPendingException(URI uri, String message) {
		super(uri, message, null);
	}

}
