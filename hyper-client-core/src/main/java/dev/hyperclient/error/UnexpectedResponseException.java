package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * A response does not conform to the protocol: HTML instead of JSON, a truncated
 * document, a page without a list of entries.
 */
public class UnexpectedResponseException extends HyperClientException {

	/**
	 * Create an exception without a cause.
	 * @param uri the URL
	 * @param message the message
	 */
	public UnexpectedResponseException(URI uri, String message) {
		this(uri, message, null);
	}

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message the problem and the remedy
	 * @param cause the cause, {@code null} for none
	 */
	public UnexpectedResponseException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

	/**
	 * Create an exception whose message is the problem and the advice.
	 * @param uri the URL concerned
	 * @param problem the problem, without a full stop at the end
	 * @param advice the remedy, a sentence without its full stop; {@code null} for none
	 * @param cause the cause, {@code null} for none
	 */
	protected UnexpectedResponseException(URI uri, String problem, @Nullable String advice, @Nullable Throwable cause) {
		super(uri, problem, advice, cause);
	}

}
