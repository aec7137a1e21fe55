package dev.hyperclient.testservice;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.hyperclient.testservice.ValueDefinition.Kind;
import tools.jackson.databind.JsonNode;

/**
 * Converts JSON values to values of attributes and parameters, independent of the data.
 */
final class ValueDecoder {

	private static final int MAX_KEY_LENGTH = 500;

	private static final int MAX_TEXT_LENGTH = 200;

	private static final int MAX_DIGITS = 15;

	private static final String TOO_BIG = "Value is too big";

	private static final Pattern ABSOLUTE_URI = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://[^\\s]+");

	private static final Pattern DATE = Pattern
		.compile("(\\d{4}-\\d{2}-\\d{2})(?:[T ](\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?)(Z|[+-]\\d{2}:?\\d{2})?)?");

	private static final Pattern UTC = Pattern.compile("Z|[+-]00:?00");

	private ValueDecoder() {
	}

	/**
	 * Convert a value.
	 * @param definition an attribute or parameter that is no link
	 * @param value the value, not null
	 * @return the converted value
	 * @throws InvalidValueException if the value is not permitted
	 */
	static Object decode(ValueDefinition definition, JsonNode value) {
		return switch (definition.kind()) {
			case TEXT -> definition.stripped() ? text(value).strip() : text(value);
			case KEY -> key(text(value));
			case INTEGER -> integer(value);
			case DECIMAL -> decimal(value);
			case BOOLEAN -> require(value.isBoolean(), "bool", value).booleanValue();
			case DATE, DATE_TIME -> date(definition.kind(), value);
			case TEXTS -> require(value.isArray(), "list", value).valueStream().map(ValueDecoder::text).toList();
			case OBJECT -> ServiceJson.map(require(value.isObject(), "dict", value));
			case CHOICE -> choice(definition, value);
			case ANY -> Objects.requireNonNull(ServiceJson.value(require(!value.isNull(), "JSON", value)));
			case DATE_TEXT -> dateText(value);
			case LINK, COLLECTION, FILE, REFERENCE ->
				throw new IllegalArgumentException("No value is sent for " + definition.name());
		};
	}

	private static JsonNode require(boolean matches, String expected, JsonNode value) {
		if (!matches) {
			throw new InvalidValueException(
					"got '%s', expected %s: %s".formatted(typeOf(value), expected, pythonText(value)));
		}
		return value;
	}

	private static String text(JsonNode value) {
		return require(value.isString(), "unicode", value).stringValue();
	}

	private static String key(String key) {
		InvalidValueException.require(
				!key.isBlank() && key.length() <= MAX_KEY_LENGTH && !key.equals(".") && !key.equals("..")
						&& key.codePoints()
							.noneMatch((character) -> Character.isISOControl(character)
									|| Character.getType(character) == Character.SURROGATE),
				"A name is one line of up to %d characters, but not '.' or '..'.", MAX_KEY_LENGTH);
		return key;
	}

	private static Integer integer(JsonNode value) {
		InvalidValueException.require(require(value.isIntegralNumber(), "int", value).canConvertToInt(), TOO_BIG);
		return value.intValue();
	}

	private static BigDecimal decimal(JsonNode value) {
		BigDecimal number = require(value.isNumber(), "float, int", value).decimalValue();
		InvalidValueException
			.require((long) number.precision() - number.scale() <= MAX_DIGITS && number.scale() <= MAX_DIGITS, TOO_BIG);
		return (number.scale() < 0) ? number.setScale(0) : number;
	}

	private static Object date(Kind kind, JsonNode value) {
		Matcher matcher = DATE.matcher(value.isString() ? value.stringValue() : "");
		try {
			if (matcher.matches()) {
				LocalDate date = LocalDate.parse(matcher.group(1));
				LocalTime time = LocalTime.parse((matcher.group(2) != null) ? matcher.group(2) : "00:00");
				InvalidValueException.require(matcher.group(3) == null || UTC.matcher(matcher.group(3)).matches(),
						"Time not in UTC.");
				return (kind == Kind.DATE) ? date : date.atTime(time).toInstant(ZoneOffset.UTC);
			}
		}
		catch (DateTimeException ex) {
			// Reported below.
		}
		throw new InvalidValueException("Value doesn't look like a date.");
	}

	/**
	 * Return a date, or a time with or without a zone, as it is.
	 */
	private static String dateText(JsonNode value) {
		String text = value.asString("");
		try {
			(text.matches("[-0-9]*") ? DateTimeFormatter.ISO_LOCAL_DATE : DateTimeFormatter.ISO_DATE_TIME).parse(text);
			return text;
		}
		catch (DateTimeException ex) {
			throw new InvalidValueException("Value doesn't look like a date.");
		}
	}

	static String choice(ValueDefinition definition, JsonNode value) {
		String chosen = value.isString() ? value.stringValue() : pythonText(value);
		InvalidValueException.require(value.isString() && definition.options().contains(chosen),
				"Invalid value \"%s\". Acceptable values are: %s", chosen, String.join(", ", definition.options()));
		return chosen;
	}

	static String url(JsonNode value) {
		InvalidValueException.require(value.isString() && ABSOLUTE_URI.matcher(value.stringValue()).matches(),
				"\"%s\" is not a valid URI.", value.asString(pythonText(value)));
		return value.stringValue();
	}

	private static String typeOf(JsonNode value) {
		return switch (value.getNodeType()) {
			case STRING -> "unicode";
			case BOOLEAN -> "bool";
			case NUMBER -> value.isIntegralNumber() ? "int" : "float";
			case NULL -> "NoneType";
			case ARRAY -> "list";
			default -> "dict";
		};
	}

	/**
	 * Return a value as a Python literal, like lazr.restful: clients compare the texts of
	 * errors.
	 */
	private static String pythonText(JsonNode value) {
		String text = literal(value);
		return (text.length() > MAX_TEXT_LENGTH) ? text.substring(0, MAX_TEXT_LENGTH) + "..." : text;
	}

	private static String literal(JsonNode value) {
		return switch (value.getNodeType()) {
			case STRING -> "u'" + value.stringValue() + "'";
			case BOOLEAN -> value.booleanValue() ? "True" : "False";
			case NULL -> "None";
			case ARRAY -> value.valueStream().map(ValueDecoder::literal).collect(Collectors.joining(", ", "[", "]"));
			case OBJECT -> value.propertyStream()
				.map((property) -> "u'" + property.getKey() + "'" + ": " + literal(property.getValue()))
				.collect(Collectors.joining(", ", "{", "}"));
			default -> value.asString();
		};
	}

	/**
	 * A value is not permitted. The message is a part of the response.
	 */
	static final class InvalidValueException extends RuntimeException {

		InvalidValueException(String message) {
			super(message, null, false, false);
		}

		static void require(boolean valid, String message, Object... arguments) {
			if (!valid) {
				throw new InvalidValueException((arguments.length > 0) ? message.formatted(arguments) : message);
			}
		}

	}

}
