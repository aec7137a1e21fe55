package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * A response takes more memory than the client allows.
 */
public class ResponseTooLargeException extends UnexpectedResponseException {

	/**
	 * Create an exception without a cause.
	 * @param uri the URL concerned
	 * @param message what is wrong and what to do
	 */
	public ResponseTooLargeException(URI uri, String message) {
		this(uri, message, null);
	}

	/**
	 * Create an exception with a cause.
	 * @param uri the URL concerned
	 * @param message what is wrong and what to do
	 * @param cause the cause, {@code null} for none
	 */
	public ResponseTooLargeException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
