package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * An answer came, but not one that the protocol allows here: HTML instead of JSON, a
 * document cut in the middle, a page without entries.
 */
public class UnexpectedResponseException extends HyperClientException {

	public UnexpectedResponseException(URI uri, String message) {
		this(uri, message, null);
	}

	public UnexpectedResponseException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
