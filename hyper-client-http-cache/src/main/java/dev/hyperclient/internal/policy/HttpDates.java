package dev.hyperclient.internal.policy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.springframework.http.HttpHeaders;

/**
 * Dates in header fields, in the three formats of RFC 9110, 5.6.7: GMT, case-insensitive
 * (RFC 9111, 4.2).
 */
final class HttpDates {

	/** The length of the shortest format. */
	private static final int MIN_LENGTH = 24;

	/**
	 * The name of the day need not be the right one. A year of two digits that appears to
	 * be more than 50 years in the future is the most recent past year with these digits.
	 */
	private static final DateTimeFormatter FORMATS = new DateTimeFormatterBuilder().parseCaseInsensitive()
		.appendPattern("[EEE, dd MMM uuuu HH:mm:ss 'GMT'][EEE MMM ppd HH:mm:ss uuuu][EEEE, dd-MMM-")
		.appendValueReduced(ChronoField.YEAR, 2, 2, Year.now(ZoneOffset.UTC).getValue() - 49)
		.appendPattern(" HH:mm:ss 'GMT']")
		.toFormatter(Locale.US)
		.withResolverStyle(ResolverStyle.STRICT)
		.withResolverFields(ChronoField.YEAR, ChronoField.MONTH_OF_YEAR, ChronoField.DAY_OF_MONTH,
				ChronoField.HOUR_OF_DAY, ChronoField.MINUTE_OF_HOUR, ChronoField.SECOND_OF_MINUTE);

	private HttpDates() {
	}

	/**
	 * Return the date of a field.
	 * @return the date, or empty if it is missing or invalid. Several lines with
	 * different values are invalid
	 */
	static Optional<Instant> find(HttpHeaders headers, String name) {
		List<String> values = headers.getOrEmpty(name);
		if (values.isEmpty()) {
			return Optional.empty();
		}
		String first = values.get(0);
		for (int i = 1; i < values.size(); i++) {
			if (!values.get(i).equals(first)) {
				return Optional.empty();
			}
		}
		return parse(first.strip());
	}

	/**
	 * Parse a date.
	 * @return the date, or empty if it has none of the three formats
	 */
	static Optional<Instant> parse(String text) {
		Instant fixed = FixedDate.parse(text);
		return (fixed != null) ? Optional.of(fixed) : parseAny(text);
	}

	private static Optional<Instant> parseAny(String text) {
		try {
			return (text.length() < MIN_LENGTH) ? Optional.empty()
					: Optional.of(LocalDateTime.parse(text, FORMATS).toInstant(ZoneOffset.UTC));
		}
		catch (DateTimeException ex) {
			return Optional.empty();
		}
	}

}
