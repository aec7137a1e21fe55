package dev.hyperclient.error;

import java.net.URI;

/**
 * The user has declined to grant a token to the application.
 */
public class AuthorizationDeclinedException extends CredentialsException {

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message what is wrong and what to do
	 */
	public AuthorizationDeclinedException(URI uri, String message) {
		super(uri, message, null);
	}

}
