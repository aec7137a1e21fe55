package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * No usable credentials: a token is missing, cannot be obtained, or cannot be read.
 */
public class CredentialsException extends HyperClientException {

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message the problem and the remedy
	 * @param cause the cause, {@code null} for none
	 */
	public CredentialsException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
