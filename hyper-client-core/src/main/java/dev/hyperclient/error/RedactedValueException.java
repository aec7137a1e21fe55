package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The service hides the value of an attribute from this user.
 */
public class RedactedValueException extends AttributeValueException {

	public RedactedValueException(URI uri, String message) {
		this(uri, message, null);
	}

	public RedactedValueException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
