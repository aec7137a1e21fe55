package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * A redirect that cannot be followed: too many in a row, or without a usable target.
 */
public class RedirectException extends HyperClientException {

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message the problem and the remedy
	 * @param cause the cause, {@code null} for none
	 */
	public RedirectException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
