package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * What every failure of a conversation with a service has in common. Unchecked, as
 * Spring's own are.
 */
public abstract class HyperClientException extends RuntimeException {

	/** The address concerned. */
	private final URI uri;

	/**
	 * An exception.
	 * @param uri the address concerned
	 * @param message what is wrong and what to do
	 * @param cause what led to it, {@code null} for nothing
	 */
	protected HyperClientException(URI uri, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.uri = uri;
	}

	/**
	 * The address whose request or representation failed.
	 * @return the absolute address
	 */
	public final URI uri() {
		return this.uri;
	}

}
