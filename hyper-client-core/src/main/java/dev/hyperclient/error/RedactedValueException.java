package dev.hyperclient.error;

import java.net.URI;

/**
 * The service hides the value of an attribute from this user.
 */
public class RedactedValueException extends AttributeValueException {

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message the problem and the remedy
	 */
	public RedactedValueException(URI uri, String message) {
		super(uri, message, null);
	}

}
