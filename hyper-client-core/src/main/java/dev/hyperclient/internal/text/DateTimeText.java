package dev.hyperclient.internal.text;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

import org.jspecify.annotations.Nullable;

/**
 * Date-times in the spellings that services use.
 */
public final class DateTimeText {

	private static final int DATE_LENGTH = 10;

	/** The length of date and time without fraction and offset. */
	private static final int SECONDS_LENGTH = 19;

	private static final int MAX_FRACTION_DIGITS = 9;

	private static final int MAX_OFFSET_HOURS = 17;

	private DateTimeText() {
	}

	/**
	 * Return the date-time of a text in the format of ISO 8601. Without an offset it is
	 * in UTC, without a time it is midnight. The offset may have no colon.
	 * @param text the text
	 * @return the date-time
	 * @throws DateTimeException if the text has another format
	 */
	public static OffsetDateTime parse(String text) {
		OffsetDateTime usual = usual(text);
		return (usual != null) ? usual : other(text);
	}

	private static OffsetDateTime other(String text) {
		if (text.indexOf('T') < 0 && text.indexOf('t') < 0) {
			// A date, which may have an offset (XML Schema, 3.3.9).
			return LocalDate.parse(text, DateTimeFormatter.ISO_DATE).atStartOfDay().atOffset(ZoneOffset.UTC);
		}
		int sign = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
		boolean zoned = text.endsWith("Z") || sign > DATE_LENGTH;
		if (!zoned) {
			return LocalDateTime.parse(text).atOffset(ZoneOffset.UTC);
		}
		boolean withoutColon = sign > DATE_LENGTH && text.length() - sign == "+0000".length();
		return OffsetDateTime
			.parse(withoutColon ? new StringBuilder(text).insert(text.length() - 2, ':').toString() : text);
	}

	/**
	 * Parse the usual format, {@code 2026-01-31T12:00:00.123456+00:00}, without a general
	 * parser, which takes many times as long.
	 * @return the date-time, or {@code null} if the text is not exactly in this format,
	 * so that the general parser decides
	 */
	private static @Nullable OffsetDateTime usual(String text) {
		if (text.length() < SECONDS_LENGTH || text.charAt(4) != '-' || text.charAt(7) != '-' || text.charAt(10) != 'T'
				|| text.charAt(13) != ':' || text.charAt(16) != ':') {
			return null;
		}
		int year = number(text, 0, 4);
		int month = number(text, 5, 7);
		int day = number(text, 8, 10);
		int hour = number(text, 11, 13);
		int minute = number(text, 14, 16);
		int second = number(text, 17, 19);
		int end = endOfFraction(text);
		ZoneOffset offset = offset(text, end);
		if (year < 0 || month < 1 || month > 12 || day < 1 || day > YearMonth.of(year, month).lengthOfMonth()
				|| hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || offset == null) {
			return null;
		}
		return OffsetDateTime.of(year, month, day, hour, minute, second, nanos(text, end), offset);
	}

	/** Return the end of the digits behind a point, -1 if there are none. */
	private static int endOfFraction(String text) {
		if (text.length() == SECONDS_LENGTH || text.charAt(SECONDS_LENGTH) != '.') {
			return SECONDS_LENGTH;
		}
		int end = SECONDS_LENGTH + 1;
		while (end < text.length() && isDigit(text.charAt(end))) {
			end++;
		}
		int digits = end - SECONDS_LENGTH - 1;
		return (digits > 0 && digits <= MAX_FRACTION_DIGITS) ? end : -1;
	}

	private static int nanos(String text, int end) {
		int nanos = 0;
		for (int i = 0; i < MAX_FRACTION_DIGITS; i++) {
			int position = SECONDS_LENGTH + 1 + i;
			nanos = 10 * nanos + ((position < end) ? text.charAt(position) - '0' : 0);
		}
		return nanos;
	}

	private static @Nullable ZoneOffset offset(String text, int begin) {
		int length = (begin < 0) ? -1 : text.length() - begin;
		if (length == 0 || (length == 1 && text.charAt(begin) == 'Z')) {
			return ZoneOffset.UTC;
		}
		boolean colon = length == "+00:00".length() && text.charAt(begin + 3) == ':';
		if (!colon && length != "+0000".length()) {
			return null;
		}
		char sign = text.charAt(begin);
		int hours = number(text, begin + 1, begin + 3);
		int minutes = number(text, text.length() - 2, text.length());
		if ((sign != '+' && sign != '-') || hours < 0 || hours > MAX_OFFSET_HOURS || minutes < 0 || minutes > 59) {
			return null;
		}
		int seconds = (hours * 60 + minutes) * 60;
		return ZoneOffset.ofTotalSeconds((sign == '-') ? -seconds : seconds);
	}

	/** Return the number of some digits, -1 if there are other characters. */
	private static int number(String text, int begin, int end) {
		int number = 0;
		for (int i = begin; i < end; i++) {
			char digit = text.charAt(i);
			if (!isDigit(digit)) {
				return -1;
			}
			number = 10 * number + (digit - '0');
		}
		return number;
	}

	private static boolean isDigit(char character) {
		return character >= '0' && character <= '9';
	}

}
