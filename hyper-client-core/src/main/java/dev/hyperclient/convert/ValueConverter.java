package dev.hyperclient.convert;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Converts between values of the application's own types and JSON values. Called only for
 * types without built-in support. Implementations must be thread-safe.
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
	 * Return the properties of a type that are filled from a representation. The client
	 * calls this once for a type and a resource type, and checks them against the
	 * description.
	 * @param type the type that is then passed to {@link #fromWire}
	 * @return the properties, empty if they are unknown: then nothing is checked, and no
	 * linked resource is passed
	 * @throws IllegalArgumentException if values of the type cannot be created, with the
	 * reason as its message
	 */
	default Optional<List<TypeProperty>> properties(Class<?> type) {
		return Optional.empty();
	}

	/**
	 * Return a representation as a value of a type.
	 * @param <T> the type
	 * @param representation the attributes by their names in the representation, as JSON
	 * values. For a {@link #properties property} whose type is a linked resource, the
	 * value of its first field is that resource, which is assigned unchanged
	 * @param type the type to convert to
	 * @return the value
	 * @throws IllegalArgumentException if the representation cannot be converted, with
	 * the reason as its message
	 */
	<T> T fromWire(Map<String, ? extends @Nullable Object> representation, Class<T> type);

}
