package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The service hides the value of an attribute from this user.
 */
public class RedactedValueException extends AttributeValueException {

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message what is wrong and what to do
	 * @param cause the cause, {@code null} for none
	 */
	public RedactedValueException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
