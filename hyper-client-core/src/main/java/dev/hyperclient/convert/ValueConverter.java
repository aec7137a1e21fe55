package dev.hyperclient.convert;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Converts between values of the application's own types and those of JSON. Asked only
 * about types that the client does not know by itself. Implementations are thread-safe.
 */
public interface ValueConverter {

	/**
	 * Return the value to send.
	 * @param value an argument of an operation, an attribute that was set, or something
	 * in a list or map of these
	 * @return a text, number, boolean, list or map that stands for it, or {@code null}
	 * for the word null
	 * @throws IllegalArgumentException if there is none; the message says why
	 */
	@Nullable Object toWire(Object value);

	/**
	 * Return the value that a representation stands for.
	 * @param <T> the type
	 * @param representation the attributes by their names on the wire
	 * @param type what to make of it
	 * @return the value
	 * @throws IllegalArgumentException if it cannot be made; the message says why
	 */
	<T> T fromWire(Map<String, ? extends @Nullable Object> representation, Class<T> type);

}
