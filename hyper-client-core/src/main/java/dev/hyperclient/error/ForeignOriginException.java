package dev.hyperclient.error;

import java.net.URI;

/**
 * A URL of another origin than the service's, one that no setting allows. Nothing was
 * sent there: {@link #uri()} is the URL that was not asked, so that an application can
 * still hand it to a browser; a user name and a password in it are masked.
 */
public class ForeignOriginException extends HyperClientException {

	public ForeignOriginException(URI uri, String message) {
		super(uri, message, null);
	}

}
