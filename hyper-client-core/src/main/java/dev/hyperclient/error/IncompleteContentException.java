package dev.hyperclient.error;

import java.io.IOException;
import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The content of a file ended, or stopped coming, before it was whole. What was read of
 * it is a part only. Thrown by the stream that reads it, as streams throw; nothing of it
 * is stored.
 */
public class IncompleteContentException extends IOException {

	/** The URL that the content came from. */
	private final URI uri;

	/**
	 * Create an exception.
	 * @param uri the URL that the content came from
	 * @param message what is wrong and what to do
	 * @param cause what led to it, {@code null} for nothing
	 */
	public IncompleteContentException(URI uri, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.uri = uri;
	}

	/**
	 * Return the URL that the content came from.
	 * @return the absolute URL
	 */
	public final URI uri() {
		return this.uri;
	}

}
