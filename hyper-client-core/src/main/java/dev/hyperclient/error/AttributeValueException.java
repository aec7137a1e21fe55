package dev.hyperclient.error;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The value of an attribute, or the result of an operation in typed code, does not have
 * the requested type.
 */
public class AttributeValueException extends HyperClientException {

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message the problem and the remedy
	 * @param cause the cause, {@code null} for none
	 */
	public AttributeValueException(URI uri, String message, @Nullable Throwable cause) {
		this(uri, message, null, cause);
	}

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param problem the problem
	 * @param alternative the call of the entry that returns the value, such as
	 * {@code getLong("id")}, {@code null} for none
	 * @param cause the cause, {@code null} for none
	 */
	public AttributeValueException(URI uri, String problem, @Nullable String alternative, @Nullable Throwable cause) {
		super(uri, problem, "; ", (alternative != null) ? "use " + alternative : null, cause);
	}

}
