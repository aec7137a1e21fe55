package dev.hyperclient;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.function.Function;

import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.internal.error.PrintableText;
import dev.hyperclient.internal.text.DateTimeText;
import org.jspecify.annotations.Nullable;

/**
 * Converts the value of an attribute to the requested type.
 *
 * @param uri the URL of the entry, for messages
 * @param name the name of the attribute, for messages
 * @param value the value in the representation
 */
record AttributeReader(URI uri, String name, @Nullable Object value) {

	private static final String REDACTED = "tag:launchpad.net:2008:redacted";

	private static final int DATE_LENGTH = 10;

	static boolean isRedacted(@Nullable Object value) {
		return REDACTED.equals(value);
	}

	@Nullable String text() {
		return as(String.class, "a text");
	}

	@Nullable Boolean truth() {
		return as(Boolean.class, "a boolean");
	}

	@Nullable Long wholeNumber() {
		@Nullable Number number = as(Number.class, "a number");
		if (number == null || number instanceof Long) {
			return (Long) number;
		}
		try {
			return exact(number).longValueExact();
		}
		catch (ArithmeticException ex) {
			throw unlike("a whole number of 64 bits", ex);
		}
	}

	@Nullable Double floatingPoint() {
		@Nullable BigDecimal exact = decimal();
		if (exact == null) {
			return null;
		}
		double nearest = exact.doubleValue();
		if (Double.isInfinite(nearest)) {
			throw unlike("a number of the range of a double", null);
		}
		return nearest;
	}

	@Nullable BigDecimal decimal() {
		@Nullable Number number = as(Number.class, "a number");
		return (number != null) ? exact(number) : null;
	}

	private static BigDecimal exact(Number number) {
		if (number instanceof BigDecimal decimal) {
			return decimal;
		}
		return (number instanceof BigInteger integer) ? new BigDecimal(integer)
				: BigDecimal.valueOf(number.longValue());
	}

	@Nullable LocalDate date() {
		return parsed("a date", (text) -> (text.length() > DATE_LENGTH) ? DateTimeText.parse(text).toLocalDate()
				: LocalDate.parse(text));
	}

	@Nullable OffsetDateTime dateTime() {
		return parsed("a date-time", DateTimeText::parse);
	}

	private <T> @Nullable T parsed(String wanted, Function<String, T> parser) {
		@Nullable String text = as(String.class, wanted);
		try {
			return (text != null) ? parser.apply(text) : null;
		}
		catch (DateTimeException ex) {
			throw unlike(wanted, ex);
		}
	}

	private <T> @Nullable T as(Class<T> kind, String wanted) {
		@Nullable Object visible = any();
		if (visible == null || kind.isInstance(visible)) {
			return kind.cast(visible);
		}
		throw unlike(wanted, null);
	}

	@Nullable Object any() {
		if (isRedacted(this.value)) {
			throw new RedactedValueException(this.uri,
					"'%s' of %s is hidden from this user by the service".formatted(this.name, this.uri));
		}
		return this.value;
	}

	private AttributeValueException unlike(String wanted, @Nullable Exception cause) {
		return new AttributeValueException(this.uri,
				"'%s' of %s is not %s but %s".formatted(this.name, this.uri, wanted, shown()),
				"%s(\"%s\")".formatted(getter(), this.name), cause);
	}

	/** Return the method that returns this value. */
	private String getter() {
		if (this.value instanceof String) {
			return "getString";
		}
		if (this.value instanceof Number) {
			return (this.value instanceof Long) ? "getLong" : "getDecimal";
		}
		return (this.value instanceof Boolean) ? "getBoolean" : "get";
	}

	/** Return the value for messages, truncated if it is long. */
	String shown() {
		String text = String.valueOf(this.value);
		String start = (text.length() > 80) ? text.substring(0, 80) + "..." : text;
		String line = PrintableText.line(start);
		return (this.value instanceof String) ? "\"" + line + "\"" : line;
	}

}
