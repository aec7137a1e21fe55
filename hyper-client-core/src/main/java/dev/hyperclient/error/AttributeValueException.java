package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The value of an attribute is not of the kind that was asked for.
 */
public class AttributeValueException extends HyperClientException {

	/**
	 * An exception without a cause.
	 * @param uri the address concerned
	 * @param message what is wrong and what to do
	 */
	public AttributeValueException(URI uri, String message) {
		this(uri, message, null);
	}

	/**
	 * An exception with a cause.
	 * @param uri the address concerned
	 * @param message what is wrong and what to do
	 * @param cause what led to it, {@code null} for nothing
	 */
	public AttributeValueException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
