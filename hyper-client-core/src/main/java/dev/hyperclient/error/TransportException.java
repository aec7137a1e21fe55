package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * No response was received: the connection was refused or closed, or the host is unknown.
 */
public class TransportException extends HyperClientException {

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message the problem and the remedy
	 * @param cause the cause, {@code null} for none
	 */
	public TransportException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

	/**
	 * Create an exception whose message is the problem and the advice.
	 * @param uri the URL concerned
	 * @param problem the problem, without a full stop at the end
	 * @param advice the remedy, a sentence without its full stop; {@code null} for none
	 * @param cause the cause, {@code null} for none
	 */
	public TransportException(URI uri, String problem, @Nullable String advice, @Nullable Throwable cause) {
		super(uri, problem, advice, cause);
	}

}
