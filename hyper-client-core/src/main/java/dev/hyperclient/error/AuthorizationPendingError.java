package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The user has not yet decided whether the application gets a token. Ask again later.
 */
public class AuthorizationPendingError extends CredentialsError {

	/**
	 * An exception without a cause.
	 * @param uri the address concerned
	 * @param message what is wrong and what to do
	 */
	public AuthorizationPendingError(URI uri, String message) {
		this(uri, message, null);
	}

	/**
	 * An exception with a cause.
	 * @param uri the address concerned
	 * @param message what is wrong and what to do
	 * @param cause what led to it, {@code null} for nothing
	 */
	public AuthorizationPendingError(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
