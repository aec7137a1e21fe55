package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The service's description of itself cannot be read, or does not describe what the
 * service serves.
 */
public class ServiceDescriptionException extends HyperClientException {

	/**
	 * An exception without a cause.
	 * @param uri the address concerned
	 * @param message what is wrong and what to do
	 */
	public ServiceDescriptionException(URI uri, String message) {
		this(uri, message, null);
	}

	/**
	 * An exception with a cause.
	 * @param uri the address concerned
	 * @param message what is wrong and what to do
	 * @param cause what led to it, {@code null} for nothing
	 */
	public ServiceDescriptionException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
