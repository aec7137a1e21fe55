package dev.hyperclient.convert;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Converts between values of the application's own types and those of JSON. Called only
 * for types without built-in support. Implementations must be thread-safe.
 */
public interface ValueConverter {

	/**
	 * Return the value to send.
	 * @param value an argument of an operation, an attribute that was set, or something
	 * in a list or map of these
	 * @return a text, number, boolean, list or map that represents it, or {@code null}
	 * for JSON null
	 * @throws IllegalArgumentException if the value cannot be converted, with the reason
	 * as its message
	 */
	@Nullable Object toWire(Object value);

	/**
	 * Return a representation as a value of a type.
	 * @param <T> the type
	 * @param representation the attributes by their names in the representation
	 * @param type the type to convert to
	 * @return the value
	 * @throws IllegalArgumentException if the representation cannot be converted, with
	 * the reason as its message
	 */
	<T> T fromWire(Map<String, ? extends @Nullable Object> representation, Class<T> type);

}
