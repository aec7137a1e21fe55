package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * No response was received: the connection was refused or closed, or the host is unknown.
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
	 * @param cause the cause, {@code null} for none
	 */
	public TransportException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
