package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * Base class of all exceptions of the client. Unchecked, as those of Spring are.
 */
public abstract class HyperClientException extends RuntimeException {

	/** The URL concerned. */
	private final URI uri;

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message what is wrong and what to do
	 * @param cause the cause, {@code null} for none
	 */
	protected HyperClientException(URI uri, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.uri = uri;
	}

	/**
	 * Return the URL whose request or representation failed.
	 * @return the absolute URL
	 */
	public final URI uri() {
		return this.uri;
	}

}
