package dev.hyperclient.error;

import java.net.URI;

/**
 * The user has declined to grant a token to the application.
 */
public class AuthorizationDeclinedException extends CredentialsException {

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message the problem and the remedy
	 */
	public AuthorizationDeclinedException(URI uri, String message) {
		super(uri, message, null);
	}

}
