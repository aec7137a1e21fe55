package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * A URL whose origin is neither the origin of the service nor allowed by a setting.
 * Nothing was sent there. {@link #uri()} is that URL, for instance to open it in a
 * browser; a user name and password in it are masked.
 */
public class ForeignOriginException extends HyperClientException {

	/**
	 * Create an exception.
	 * @param uri the URL that was not requested
	 * @param problem the problem, without a full stop at the end
	 * @param advice the remedy, {@code null} for none
	 */
	public ForeignOriginException(URI uri, String problem, @Nullable String advice) {
		super(uri, problem, advice, null);
	}

}
