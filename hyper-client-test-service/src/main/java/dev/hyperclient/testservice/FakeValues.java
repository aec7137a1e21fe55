package dev.hyperclient.testservice;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;

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
		Object converted;
		try {
			converted = convert(attribute, value);
		}
		catch (DateTimeException | NumberFormatException ex) {
			converted = null;
		}
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
		return switch (attribute.kind()) {
			case TEXT -> text(value);
			case KEY -> {
				String key = Objects.toString(text(value), "");
				yield (key.isBlank() || key.equals(".") || key.equals("..")) ? null : key;
			}
			case CHOICE -> attribute.options().contains(String.valueOf(text(value))) ? value.toString() : null;
			case INTEGER -> integer(value);
			case DECIMAL -> (value instanceof Number) ? new BigDecimal(value.toString()) : null;
			case BOOLEAN -> (value instanceof Boolean) ? value : null;
			case DATE -> LocalDate.parse(value.toString());
			case DATE_TIME -> (value instanceof Instant) ? value : OffsetDateTime.parse(value.toString()).toInstant();
			case TEXTS -> (value instanceof List<?> list && list.stream().allMatch((one) -> text(one) != null))
					? list.stream().map(String::valueOf).toList() : null;
			case OBJECT -> (value instanceof Map<?, ?>) ? ServiceJson.map(ServiceJson.node(value)) : null;
			case LINK -> (value instanceof FakeEntry entry) ? entry.key() : value.toString();
			case FILE -> (value instanceof byte[]) ? value : null;
			case COLLECTION -> null;
		};
	}

	private static @Nullable String text(@Nullable Object value) {
		return (value instanceof CharSequence || value instanceof Enum) ? value.toString() : null;
	}

	private static @Nullable Integer integer(Object value) {
		boolean fits = value instanceof Integer || value instanceof Short || value instanceof Byte
				|| (value instanceof Long number && number == number.intValue());
		return fits ? (Integer) ((Number) value).intValue() : null;
	}

}
