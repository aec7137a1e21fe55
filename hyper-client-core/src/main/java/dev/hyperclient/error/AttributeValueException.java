package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The value of an attribute is not of the kind that was asked for.
 */
public class AttributeValueException extends HyperClientException {

	public AttributeValueException(URI uri, String message) {
		this(uri, message, null);
	}

	public AttributeValueException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
