package dev.hyperclient.error;

import java.io.IOException;
import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The content of a file ended before it was complete, so only a part could be read. An
 * {@link java.io.IOException}, since the stream of the content throws it. Incomplete
 * content is not stored in the cache.
 */
public class IncompleteContentException extends IOException {

	/** The URL of the content. */
	private final URI uri;

	/**
	 * Create an exception.
	 * @param uri the URL that the content came from
	 * @param message the problem and the remedy
	 * @param cause the cause, {@code null} for none
	 */
	public IncompleteContentException(URI uri, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.uri = uri;
	}

	/**
	 * Return the URL of the content.
	 * @return the absolute URL
	 */
	public final URI uri() {
		return this.uri;
	}

}
