package dev.hyperclient.testservice;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import tools.jackson.databind.JsonNode;

/**
 * Decodes and validates the JSON values that clients send.
 *
 * @param <D> the data of the service
 */
final class ValueDecoder<D> {

	private static final int MAX_KEY_LENGTH = 500;

	private static final int MAX_DIGITS = 15;

	private static final Pattern ABSOLUTE_URI = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://[^\\s]+");

	/**
	 * A date with or without a time, which is ignored, in UTC or without a zone.
	 */
	private static final Pattern DATE = Pattern
		.compile("(\\d{4}-\\d{2}-\\d{2})(?:[T ](\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?)(Z|[+-]\\d{2}:?\\d{2})?)?");

	private static final Pattern UTC = Pattern.compile("Z|[+-]00:?00");

	private final ServiceDefinition<D> definition;

	private final D data;

	private final ServiceUris uris;

	ValueDecoder(ServiceDefinition<D> definition, D data, ServiceUris uris) {
		this.definition = definition;
		this.data = data;
		this.uris = uris;
	}

	/**
	 * Decode a value that is not null.
	 * @param definition the permitted values
	 * @param value the JSON value
	 * @return the value; the stored entry for a link
	 * @throws InvalidValueException if the value is not permitted
	 */
	Object decode(ValueDefinition<?> definition, JsonNode value) {
		return switch (definition.kind()) {
			case TEXT -> text(value);
			case KEY -> key(text(value));
			case INTEGER -> integer(value);
			case DECIMAL -> decimal(value);
			case BOOLEAN -> bool(value);
			case DATE -> date(value);
			case CHOICE -> choice(definition, value);
			case LINK -> link(definition, value);
			case COLLECTION, FILE -> throw new IllegalArgumentException("No value is sent for " + definition.name());
		};
	}

	private String text(JsonNode value) {
		if (!value.isString()) {
			throw wrongType(value, "unicode");
		}
		return value.stringValue();
	}

	private String key(String key) {
		if (key.isBlank() || key.length() > MAX_KEY_LENGTH || this.definition.reservedKeys().contains(key)
				|| key.codePoints().anyMatch(ValueDecoder::isForbiddenInKeys)) {
			throw new InvalidValueException("A name is one line of up to %d characters and none of the reserved words."
				.formatted(MAX_KEY_LENGTH));
		}
		return key;
	}

	private static boolean isForbiddenInKeys(int character) {
		return Character.isISOControl(character) || Character.getType(character) == Character.SURROGATE;
	}

	private Integer integer(JsonNode value) {
		if (!value.isIntegralNumber()) {
			throw wrongType(value, "int");
		}
		if (!value.canConvertToInt()) {
			throw new InvalidValueException("Value is too big");
		}
		return value.intValue();
	}

	private BigDecimal decimal(JsonNode value) {
		if (!value.isNumber()) {
			throw wrongType(value, "float, int");
		}
		BigDecimal number = value.decimalValue();
		if ((long) number.precision() - number.scale() > MAX_DIGITS || number.scale() > MAX_DIGITS) {
			throw new InvalidValueException("Value is too big");
		}
		return (number.scale() < 0) ? number.setScale(0) : number;
	}

	private Boolean bool(JsonNode value) {
		if (!value.isBoolean()) {
			throw wrongType(value, "bool");
		}
		return value.booleanValue();
	}

	private LocalDate date(JsonNode value) {
		Matcher matcher = DATE.matcher(value.isString() ? value.stringValue() : "");
		if (!matcher.matches()) {
			throw notADate();
		}
		try {
			LocalDate date = LocalDate.parse(matcher.group(1));
			if (matcher.group(2) != null) {
				LocalTime.parse(matcher.group(2));
			}
			if (matcher.group(3) != null && !UTC.matcher(matcher.group(3)).matches()) {
				throw new InvalidValueException("Time not in UTC.");
			}
			return date;
		}
		catch (DateTimeException ex) {
			throw notADate();
		}
	}

	private static InvalidValueException notADate() {
		return new InvalidValueException("Value doesn't look like a date.");
	}

	private String choice(ValueDefinition<?> definition, JsonNode value) {
		String chosen = value.isString() ? value.stringValue() : PythonText.of(value);
		if (!value.isString() || !definition.options().contains(chosen)) {
			throw new InvalidValueException("Invalid value \"" + chosen + "\". Acceptable values are: "
					+ String.join(", ", definition.options()));
		}
		return chosen;
	}

	private Object link(ValueDefinition<?> definition, JsonNode value) {
		if (!value.isString() || !ABSOLUTE_URI.matcher(value.stringValue()).matches()) {
			throw new InvalidValueException("\"" + value.asString(PythonText.of(value)) + "\" is not a valid URI.");
		}
		String link = value.stringValue();
		EntryResource<D, ?> found = this.uris.resolve(link)
			.flatMap((path) -> this.definition.entryAt(this.data, path))
			.orElseThrow(() -> new InvalidValueException("No such object \"" + link + "\"."));
		if (!found.type().name().equals(definition.target())) {
			throw new InvalidValueException("Your value points to the wrong kind of object");
		}
		return Objects.requireNonNull(found.entry());
	}

	private static InvalidValueException wrongType(JsonNode value, String expected) {
		return new InvalidValueException(
				"got '" + PythonText.typeOf(value) + "', expected " + expected + ": " + PythonText.of(value));
	}

	/**
	 * Thrown when a value is not permitted. The message does not have the name of the
	 * attribute or parameter, which the caller adds.
	 */
	static final class InvalidValueException extends RuntimeException {

		InvalidValueException(String message) {
			super(message, null, false, false);
		}

	}

}
