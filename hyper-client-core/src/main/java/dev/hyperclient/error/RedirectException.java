package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * A redirect that cannot be followed: too many in a row, or one that leads nowhere.
 */
public class RedirectException extends HyperClientException {

	public RedirectException(URI uri, String message) {
		this(uri, message, null);
	}

	public RedirectException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
