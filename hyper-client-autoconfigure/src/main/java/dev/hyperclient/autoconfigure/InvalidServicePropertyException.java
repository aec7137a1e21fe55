package dev.hyperclient.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a property of a service is missing or has a value that cannot be used. The
 * message has no value unless one was passed, since a value may be a secret.
 */
class InvalidServicePropertyException extends HyperClientConfigurationException {

	/**
	 * Create an exception.
	 * @param property the full key of the property
	 * @param value the value to show, {@code null} to show none
	 * @param reason a predicate whose subject is the property, such as "must be positive"
	 * @param expected what to set instead, such as "a value such as 10s"
	 */
	InvalidServicePropertyException(String property, @Nullable Object value, String reason, String expected) {
		this(property, value, reason, expected, null);
	}

	InvalidServicePropertyException(String property, @Nullable Object value, String reason, String expected,
			@Nullable Throwable cause) {
		super("'%s' %s%s".formatted(property, reason, (value != null) ? " but is '" + value + "'" : ""),
				"Set '%s' to %s.".formatted(property, expected), cause);
	}

}
