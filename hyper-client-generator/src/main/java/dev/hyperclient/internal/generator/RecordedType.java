package dev.hyperclient.internal.generator;

import java.net.URI;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.function.Function;
import java.util.function.Predicate;

import dev.hyperclient.internal.generator.ClientModel.ValueModel;
import dev.hyperclient.internal.text.DateTimeText;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The type of recorded values, in the words of the overlay.
 *
 * @param kind the kind of the values
 * @param member the kind of the members of a list or map, {@code null} if all are empty
 */
record RecordedType(ValueKind kind, @Nullable ValueKind member) {

	private static final int DATE_LENGTH = 10;

	private static final RecordedType ANY = new RecordedType(ValueKind.ANY, null);

	/** Return the type of a value that is not null. */
	static RecordedType of(JsonNode value) {
		if (value.isArray() || value.isObject()) {
			return container(value);
		}
		return new RecordedType(scalar(value), null);
	}

	private static RecordedType container(JsonNode value) {
		ValueKind member = null;
		for (JsonNode element : value) {
			ValueKind kind = memberKind(element);
			member = (member == null || member == kind) ? kind : ValueKind.ANY;
		}
		return new RecordedType(value.isArray() ? ValueKind.LIST : ValueKind.MAP, member);
	}

	/** Only members of any kind may be null. */
	private static ValueKind memberKind(JsonNode element) {
		if (element.isString()) {
			return ValueKind.TEXT;
		}
		ValueKind kind = (element.isContainer() || element.isNull()) ? ValueKind.ANY : scalar(element);
		return (kind == ValueKind.INTEGER || kind == ValueKind.BOOLEAN) ? kind : ValueKind.ANY;
	}

	private static ValueKind scalar(JsonNode value) {
		if (value.isBoolean()) {
			return ValueKind.BOOLEAN;
		}
		if (value.isNumber()) {
			return (value.isIntegralNumber() && value.canConvertToLong()) ? ValueKind.INTEGER : ValueKind.DECIMAL;
		}
		return text(value.stringValue(""));
	}

	private static ValueKind text(String text) {
		if (isDateTime(text)) {
			return (text.length() == DATE_LENGTH) ? ValueKind.DATE : ValueKind.DATE_TIME;
		}
		return ((text.startsWith("http://") || text.startsWith("https://")) && isUri(text)) ? ValueKind.URI
				: ValueKind.TEXT;
	}

	private static boolean isDate(String text) {
		return (text.length() > DATE_LENGTH) ? isDateTime(text) : parses(text, LocalDate::parse);
	}

	private static boolean isDateTime(String text) {
		return parses(text, DateTimeText::parse);
	}

	private static boolean parses(String text, Function<String, ?> parser) {
		try {
			parser.apply(text);
			return true;
		}
		catch (DateTimeException ex) {
			return false;
		}
	}

	private static boolean isUri(String text) {
		try {
			URI.create(text);
			return true;
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	/** Return a type that reads the values of both. */
	RecordedType or(RecordedType other) {
		if (equals(other)) {
			return this;
		}
		if (this.kind == other.kind) {
			return new RecordedType(this.kind,
					(this.member == null) ? other.member : (other.member == null) ? this.member : ValueKind.ANY);
		}
		if (both(other, (kind) -> kind == ValueKind.INTEGER || kind == ValueKind.DECIMAL)) {
			return new RecordedType(ValueKind.DECIMAL, null);
		}
		if (both(other, (kind) -> kind == ValueKind.DATE || kind == ValueKind.DATE_TIME)) {
			return new RecordedType(ValueKind.DATE_TIME, null);
		}
		boolean texts = both(other, (kind) -> kind == ValueKind.TEXT || kind == ValueKind.URI || kind == ValueKind.DATE
				|| kind == ValueKind.DATE_TIME);
		return texts ? new RecordedType(ValueKind.TEXT, null) : ANY;
	}

	private boolean both(RecordedType other, Predicate<ValueKind> kinds) {
		return kinds.test(this.kind) && kinds.test(other.kind);
	}

	boolean isAny() {
		return this.kind == ValueKind.ANY;
	}

	/** Return the name in overlays. */
	String overlayName() {
		return isContainer(this.kind) ? "%s<%s>".formatted(this.kind.overlayName(),
				((this.member != null) ? this.member : ValueKind.ANY).overlayName()) : this.kind.overlayName();
	}

	private static boolean isContainer(ValueKind kind) {
		return kind == ValueKind.LIST || kind == ValueKind.MAP;
	}

	/** Return whether a generated getter of a type can read a value that is not null. */
	static boolean isReadable(ValueModel model, JsonNode value) {
		return switch (model.kind()) {
			case ANY -> true;
			case TEXT, OPTION, FILE -> value.isString();
			case INTEGER -> value.isNumber() && value.canConvertToExactIntegral() && value.canConvertToLong();
			case DECIMAL, DOUBLE -> value.isNumber();
			case BOOLEAN -> value.isBoolean();
			case DATE -> value.isString() && isDate(value.stringValue());
			case DATE_TIME -> value.isString() && isDateTime(value.stringValue());
			case URI -> value.isString() && isUri(value.stringValue());
			case LIST -> value.isArray() && members(model, value);
			case MAP -> value.isObject() && members(model, value);
		};
	}

	private static boolean members(ValueModel model, JsonNode value) {
		for (JsonNode element : value) {
			boolean valid = switch (model.member()) {
				case TEXT -> element.isString() && (!model.isEntries() || scalar(element) == ValueKind.URI);
				case INTEGER -> element.isIntegralNumber() && element.canConvertToLong();
				case BOOLEAN -> element.isBoolean();
				default -> true;
			};
			if (!valid) {
				return false;
			}
		}
		return true;
	}

}
