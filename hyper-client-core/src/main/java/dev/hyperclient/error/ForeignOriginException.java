package dev.hyperclient.error;

import java.net.URI;

/**
 * A URL whose origin is neither that of the service nor allowed by a setting. Nothing was
 * sent there. {@link #uri()} is that URL, for instance to open it in a browser; a user
 * name and password in it are masked.
 */
public class ForeignOriginException extends HyperClientException {

	public ForeignOriginException(URI uri, String message) {
		super(uri, message, null);
	}

}
