package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * An answer was larger than the client is willing to hold in memory.
 */
public class ResponseTooLargeException extends UnexpectedResponseException {

	public ResponseTooLargeException(URI uri, String message) {
		this(uri, message, null);
	}

	public ResponseTooLargeException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
