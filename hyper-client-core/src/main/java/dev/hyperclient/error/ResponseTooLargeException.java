package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * A response takes more memory than the client allows.
 */
public class ResponseTooLargeException extends UnexpectedResponseException {

	/**
	 * Create an exception whose message is the problem and the advice.
	 * @param uri the URL concerned
	 * @param problem the problem, without a full stop at the end
	 * @param advice the remedy, a sentence without its full stop; {@code null} for none
	 * @param cause the cause, {@code null} for none
	 */
	public ResponseTooLargeException(URI uri, String problem, @Nullable String advice, @Nullable Throwable cause) {
		super(uri, problem, advice, cause);
	}

}
