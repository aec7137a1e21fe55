package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The user has not decided within the timeout whether to grant a token to the
 * application.
 */
public class AuthorizationTimeoutException extends CredentialsException {

	/**
	 * Create an exception without a cause.
	 * @param uri the URL concerned
	 * @param message what is wrong and what to do
	 */
	public AuthorizationTimeoutException(URI uri, String message) {
		this(uri, message, null);
	}

	/**
	 * Create an exception with a cause.
	 * @param uri the URL concerned
	 * @param message what is wrong and what to do
	 * @param cause the cause, {@code null} for none
	 */
	public AuthorizationTimeoutException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
