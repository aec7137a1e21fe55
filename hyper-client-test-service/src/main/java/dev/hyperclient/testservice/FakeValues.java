package dev.hyperclient.testservice;

import java.math.BigDecimal;

import dev.hyperclient.testservice.ValueDecoder.InvalidValueException;
import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Converts the values of declared entries to those that the service stores.
 */
final class FakeValues {

	private FakeValues() {
	}

	/**
	 * Convert a value.
	 * @param type the name of the entry type
	 * @param attribute the attribute
	 * @param value the value
	 * @return the stored value
	 * @throws IllegalArgumentException if the value does not match the attribute
	 */
	static Object convert(String type, ValueDefinition attribute, Object value) {
		Object converted = convert(attribute, value);
		if (converted == null) {
			String options = (attribute.kind() == Kind.CHOICE) ? String.join(", ", attribute.options()) : "";
			throw new IllegalArgumentException(
					"The attribute '%s' of the entry type '%s' takes %s but not %s (%s)".formatted(attribute.name(),
							type, attribute.kind().javaType() + options, value, value.getClass().getSimpleName()));
		}
		return converted;
	}

	/**
	 * Return the value of an attribute after a change. A decimal number that differs in
	 * its scale only is not changed.
	 * @param before the value before the change
	 * @param after the new value
	 * @return the value
	 */
	static Object changed(Object before, Object after) {
		return (before instanceof BigDecimal one && after instanceof BigDecimal other && one.compareTo(other) == 0)
				? before : after;
	}

	private static @Nullable Object convert(ValueDefinition attribute, Object value) {
		if (attribute.kind() == Kind.LINK) {
			return (value instanceof FakeEntry entry) ? entry.key() : value.toString();
		}
		if (attribute.kind() == Kind.FILE) {
			return (value instanceof byte[]) ? value : null;
		}
		try {
			return ValueDecoder.decodePlain(attribute, ServiceJson.node(value));
		}
		catch (InvalidValueException | JacksonException ex) {
			return null;
		}
	}

}
