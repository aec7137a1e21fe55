package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The service's description of itself cannot be read, or does not describe what the
 * service serves.
 */
public class ServiceDescriptionException extends HyperClientException {

	public ServiceDescriptionException(URI uri, String message) {
		this(uri, message, null);
	}

	public ServiceDescriptionException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
