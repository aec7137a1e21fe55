package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * No answer came: the service refused the connection, could not be found, or went away in
 * the middle.
 */
public class TransportException extends HyperClientException {

	public TransportException(URI uri, String message) {
		this(uri, message, null);
	}

	public TransportException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
