package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The call timeout passed before the whole response was received.
 */
public class CallTimeoutException extends TransportException {

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message the problem and the remedy
	 * @param cause the cause, {@code null} for none
	 */
	public CallTimeoutException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
