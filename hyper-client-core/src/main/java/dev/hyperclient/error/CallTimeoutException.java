package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The time that a call may take was over before the whole answer was there.
 */
public class CallTimeoutException extends TransportException {

	public CallTimeoutException(URI uri, String message) {
		this(uri, message, null);
	}

	public CallTimeoutException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
