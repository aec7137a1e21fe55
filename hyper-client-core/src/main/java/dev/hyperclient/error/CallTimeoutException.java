package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The time that a call may take was over before the whole answer was there.
 */
public class CallTimeoutException extends TransportException {

	/**
	 * Create an exception without a cause.
	 * @param uri the URL concerned
	 * @param message what is wrong and what to do
	 */
	public CallTimeoutException(URI uri, String message) {
		this(uri, message, null);
	}

	/**
	 * Create an exception with a cause.
	 * @param uri the URL concerned
	 * @param message what is wrong and what to do
	 * @param cause what led to it, {@code null} for nothing
	 */
	public CallTimeoutException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
