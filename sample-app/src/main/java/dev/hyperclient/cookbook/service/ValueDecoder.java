package dev.hyperclient.cookbook.service;

import java.math.BigDecimal;
import java.util.Set;
import java.util.regex.Pattern;

import tools.jackson.databind.JsonNode;

/**
 * Turns the JSON that clients send into the values of the description, or says why it
 * cannot be done.
 */
final class ValueDecoder {

	private static final int LONGEST_NAME = 500;

	private static final int MOST_DIGITS = 15;

	private static final Pattern ABSOLUTE_URI = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://[^\\s]+");

	/**
	 * Names that no address can carry, or that another resource has already.
	 */
	private static final Set<String> RESERVED_NAMES = Set.of(".", "..", ServiceDescription.FEATURED);

	private final Library library;

	private final Links links;

	ValueDecoder(Library library, Links links) {
		this.library = library;
		this.links = links;
	}

	/**
	 * Decode a value that is not null.
	 * @param description which values are meant
	 * @param value what was sent
	 * @return the value; the entry itself for a link
	 * @throws InvalidValueException if it does not fit
	 */
	Object decode(ValueDescription description, JsonNode value) {
		return switch (description.kind()) {
			case TEXT -> text(value);
			case NAME -> name(text(value));
			case INTEGER -> integer(value);
			case NUMBER -> number(value);
			case TRUTH -> truth(value);
			case DATE -> date(value);
			case CHOICE -> choice(description, value);
			case LINK -> link(description, value);
			case COLLECTION, FILE -> throw new IllegalArgumentException("No value is sent for " + description.name());
		};
	}

	private String text(JsonNode value) {
		if (!value.isString()) {
			throw wrongType(value, "unicode");
		}
		return value.stringValue();
	}

	private String name(String name) {
		if (name.isBlank() || name.length() > LONGEST_NAME || RESERVED_NAMES.contains(name)
				|| name.codePoints().anyMatch(ValueDecoder::isUnfitForNames)) {
			throw new InvalidValueException("A name is one line of up to %d characters and none of the reserved words."
				.formatted(LONGEST_NAME));
		}
		return name;
	}

	private static boolean isUnfitForNames(int character) {
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

	private BigDecimal number(JsonNode value) {
		if (!value.isNumber()) {
			throw wrongType(value, "float, int");
		}
		BigDecimal number = value.decimalValue();
		if ((long) number.precision() - number.scale() > MOST_DIGITS || number.scale() > MOST_DIGITS) {
			throw new InvalidValueException("Value is too big");
		}
		return (number.scale() < 0) ? number.setScale(0) : number;
	}

	private Boolean truth(JsonNode value) {
		if (!value.isBoolean()) {
			throw wrongType(value, "bool");
		}
		return value.booleanValue();
	}

	private Object date(JsonNode value) {
		if (!value.isString()) {
			throw new InvalidValueException("Value doesn't look like a date.");
		}
		return Dates.parse(value.stringValue());
	}

	private String choice(ValueDescription description, JsonNode value) {
		String chosen = value.isString() ? value.stringValue() : PythonText.of(value);
		if (!value.isString() || !description.options().contains(chosen)) {
			throw new InvalidValueException("Invalid value \"" + chosen + "\". Acceptable values are: "
					+ String.join(", ", description.options()));
		}
		return chosen;
	}

	private Object link(ValueDescription description, JsonNode value) {
		if (!value.isString() || !ABSOLUTE_URI.matcher(value.stringValue()).matches()) {
			throw new InvalidValueException("\"" + value.asString(PythonText.of(value)) + "\" is not a valid URI.");
		}
		String link = value.stringValue();
		Object entry = this.links.resolve(link)
			.map((path) -> ServiceDescription.entryAt(this.library, path))
			.orElseThrow(() -> new InvalidValueException("No such object \"" + link + "\"."));
		if (!ServiceDescription.typeNameOf(entry).equals(description.target())) {
			throw new InvalidValueException("Your value points to the wrong kind of object");
		}
		return entry;
	}

	private static InvalidValueException wrongType(JsonNode value, String expected) {
		return new InvalidValueException(
				"got '" + PythonText.typeOf(value) + "', expected " + expected + ": " + PythonText.of(value));
	}

}
