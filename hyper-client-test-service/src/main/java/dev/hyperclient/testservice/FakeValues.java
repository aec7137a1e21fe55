package dev.hyperclient.testservice;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;

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
	static Object convert(String type, ValueDefinition<?> attribute, Object value) {
		return switch (attribute.kind()) {
			case TEXT -> text(type, attribute, value);
			case KEY -> key(type, attribute, text(type, attribute, value));
			case CHOICE -> choice(type, attribute, text(type, attribute, value));
			case INTEGER -> integer(type, attribute, value);
			case DECIMAL -> decimal(type, attribute, value);
			case BOOLEAN -> require(value instanceof Boolean, type, attribute, value, "a Boolean");
			case DATE -> date(type, attribute, value);
			case LINK -> (value instanceof FakeEntry entry) ? entry.key() : value.toString();
			case FILE -> require(value instanceof byte[], type, attribute, value, "a byte[] with the content");
			case COLLECTION -> throw mismatch(type, attribute, value, "no value");
		};
	}

	private static String text(String type, ValueDefinition<?> attribute, Object value) {
		require(value instanceof CharSequence || value instanceof Enum, type, attribute, value, "a text");
		return value.toString();
	}

	private static String key(String type, ValueDefinition<?> attribute, String value) {
		require(!value.isBlank() && !value.equals(".") && !value.equals(".."), type, attribute, value,
				"a text that can be a path segment");
		return value;
	}

	private static String choice(String type, ValueDefinition<?> attribute, String value) {
		require(attribute.options().contains(value), type, attribute, value,
				"one of " + String.join(", ", attribute.options()));
		return value;
	}

	private static Integer integer(String type, ValueDefinition<?> attribute, Object value) {
		require(value instanceof Integer || value instanceof Short || value instanceof Byte
				|| (value instanceof Long number && number == number.intValue()), type, attribute, value,
				"an integer of 32 bits");
		return ((Number) value).intValue();
	}

	private static BigDecimal decimal(String type, ValueDefinition<?> attribute, Object value) {
		require(value instanceof Number, type, attribute, value, "a number");
		try {
			return new BigDecimal(value.toString());
		}
		catch (NumberFormatException ex) {
			throw mismatch(type, attribute, value, "a finite number");
		}
	}

	private static LocalDate date(String type, ValueDefinition<?> attribute, Object value) {
		try {
			return LocalDate.parse(value.toString());
		}
		catch (DateTimeException ex) {
			throw mismatch(type, attribute, value, "a LocalDate or a text such as \"2026-01-31\"");
		}
	}

	private static Object require(boolean matches, String type, ValueDefinition<?> attribute, Object value,
			String expected) {
		if (!matches) {
			throw mismatch(type, attribute, value, expected);
		}
		return value;
	}

	private static IllegalArgumentException mismatch(String type, ValueDefinition<?> attribute, Object value,
			String expected) {
		return new IllegalArgumentException("The attribute '%s' of the entry type '%s' takes %s but not %s (%s)"
			.formatted(attribute.name(), type, expected, value, value.getClass().getSimpleName()));
	}

}
