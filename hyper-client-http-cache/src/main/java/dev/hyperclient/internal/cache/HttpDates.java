package dev.hyperclient.internal.cache;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Dates in header fields, in the three formats of RFC 9110, 5.6.7: GMT, case-insensitive
 * (RFC 9111, 4.2).
 */
final class HttpDates {

	private static final Set<String> DAYS = Set.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");

	private static final Set<String> LONG_DAYS = Set.of("monday", "tuesday", "wednesday", "thursday", "friday",
			"saturday", "sunday");

	private static final DateTimeFormatter IMF_FIXDATE = ofPattern("dd MMM uuuu HH:mm:ss 'GMT'");

	private static final DateTimeFormatter ASCTIME = ofPattern("MMM ppd HH:mm:ss uuuu");

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
		int space = text.indexOf(' ');
		DateTimeFormatter format = (space < 0) ? null : format(text.substring(0, space).toLowerCase(Locale.ROOT));
		if (format == null) {
			return Optional.empty();
		}
		try {
			return Optional.of(LocalDateTime.parse(text.substring(space + 1), format).toInstant(ZoneOffset.UTC));
		}
		catch (DateTimeException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Return the format by the name of the day, which need not be the right day.
	 */
	private static @Nullable DateTimeFormatter format(String day) {
		if (DAYS.contains(day)) {
			return ASCTIME;
		}
		if (!day.endsWith(",")) {
			return null;
		}
		String name = day.substring(0, day.length() - 1);
		if (DAYS.contains(name)) {
			return IMF_FIXDATE;
		}
		return LONG_DAYS.contains(name) ? rfc850() : null;
	}

	/**
	 * A year of two digits that appears to be more than 50 years in the future is the
	 * most recent past year with these digits.
	 */
	private static DateTimeFormatter rfc850() {
		int latest = LocalDateTime.now(ZoneOffset.UTC).getYear() + 50;
		return strict(new DateTimeFormatterBuilder().parseCaseInsensitive()
			.appendPattern("dd-MMM-")
			.appendValueReduced(ChronoField.YEAR, 2, 2, latest - 99)
			.appendPattern(" HH:mm:ss 'GMT'"));
	}

	private static DateTimeFormatter ofPattern(String pattern) {
		return strict(new DateTimeFormatterBuilder().parseCaseInsensitive().appendPattern(pattern));
	}

	private static DateTimeFormatter strict(DateTimeFormatterBuilder builder) {
		return builder.toFormatter(Locale.US).withResolverStyle(ResolverStyle.STRICT);
	}

}
