package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The user has not decided within the timeout whether to grant a token to the
 * application.
 */
public class AuthorizationTimeoutException extends CredentialsException {

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message the problem and the remedy
	 * @param cause the cause, {@code null} for none
	 */
	public AuthorizationTimeoutException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
