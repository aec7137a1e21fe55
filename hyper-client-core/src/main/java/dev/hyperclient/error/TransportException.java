package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * No answer came: the service refused the connection, could not be found, or went away in
 * the middle.
 */
public class TransportException extends HyperClientException {

	/**
	 * Create an exception without a cause.
	 * @param uri the URL concerned
	 * @param message what is wrong and what to do
	 */
	public TransportException(URI uri, String message) {
		this(uri, message, null);
	}

	/**
	 * Create an exception with a cause.
	 * @param uri the URL concerned
	 * @param message what is wrong and what to do
	 * @param cause what led to it, {@code null} for nothing
	 */
	public TransportException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
