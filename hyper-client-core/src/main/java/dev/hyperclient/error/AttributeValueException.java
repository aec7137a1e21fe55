package dev.hyperclient.error;

import java.net.URI;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The value of an attribute does not have the requested type.
 */
public class AttributeValueException extends HyperClientException {

	private final @Nullable String alternative;

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message what is wrong and what to do
	 * @param cause the cause, {@code null} for none
	 */
	public AttributeValueException(URI uri, String message, @Nullable Throwable cause) {
		this(uri, message, null, cause);
	}

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param problem what is wrong
	 * @param alternative the call of the entry that returns the value, such as
	 * {@code getLong("id")}, {@code null} for none
	 * @param cause the cause, {@code null} for none
	 */
	public AttributeValueException(URI uri, String problem, @Nullable String alternative, @Nullable Throwable cause) {
		super(uri, problem, "; ", (alternative != null) ? "use " + alternative : null, cause);
		this.alternative = alternative;
	}

	/**
	 * Return the call of the entry that returns the value.
	 * @return the call, such as {@code getLong("id")}, empty if there is none
	 */
	public Optional<String> alternative() {
		return Optional.ofNullable(this.alternative);
	}

}
