package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The user has not yet decided whether to grant a token to the application. Repeat the
 * request later.
 */
public class AuthorizationPendingException extends CredentialsException {

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message what is wrong and what to do
	 * @param cause the cause, {@code null} for none
	 */
	public AuthorizationPendingException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
