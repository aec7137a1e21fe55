package dev.hyperclient.cookbook.service;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads dates as clients write them: with or without a time, which is left out of the
 * result, and with UTC or no zone.
 */
final class Dates {

	private static final Pattern SHAPE = Pattern
		.compile("(\\d{4}-\\d{2}-\\d{2})(?:[T ](\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?)(Z|[+-]\\d{2}:?\\d{2})?)?");

	private static final Pattern UTC = Pattern.compile("Z|[+-]00:?00");

	private Dates() {
	}

	static LocalDate parse(String text) {
		Matcher matcher = SHAPE.matcher(text);
		if (!matcher.matches()) {
			throw noDate();
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
			throw noDate();
		}
	}

	private static InvalidValueException noDate() {
		return new InvalidValueException("Value doesn't look like a date.");
	}

}
