package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * A file with credentials cannot be read or written, or does not contain credentials.
 * {@link #uri()} is the URI of the file. The message never contains its content.
 */
public class CredentialsFileException extends CredentialsException {

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message the problem and the remedy
	 * @param cause the cause, {@code null} for none
	 */
	public CredentialsFileException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
