package dev.hyperclient.internal.policy;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;

import org.jspecify.annotations.Nullable;

/**
 * Parses the preferred format of dates (RFC 9110, 5.6.7), which nearly all servers send,
 * without a general parser: {@code Sun, 06 Nov 1994 08:49:37 GMT}.
 */
final class FixedDate {

	private static final String DAYS = "Mon, Tue, Wed, Thu, Fri, Sat, Sun, ";

	private static final String MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec ";

	private static final int LENGTH = 29;

	private static final int SECONDS_OF_DAY = 86_400;

	private FixedDate() {
	}

	/**
	 * Parse a date.
	 * @return the date, or {@code null} if the text has not exactly this format, so that
	 * another parser decides
	 */
	static @Nullable Instant parse(String text) {
		if (text.length() != LENGTH || !text.endsWith(" GMT") || text.charAt(7) != ' ' || text.charAt(11) != ' '
				|| text.charAt(16) != ' ' || text.charAt(19) != ':' || text.charAt(22) != ':'
				|| indexOf(DAYS, text, 0, 5) < 0) {
			return null;
		}
		int month = indexOf(MONTHS, text, 8, 4) + 1;
		int day = number(text, 5, 2);
		int year = number(text, 12, 4);
		int hour = number(text, 17, 2);
		int minute = number(text, 20, 2);
		int second = number(text, 23, 2);
		if (month < 1 || day < 1 || year < 1 || day > YearMonth.of(year, month).lengthOfMonth() || hour < 0 || hour > 23
				|| minute < 0 || minute > 59 || second < 0 || second > 59) {
			return null;
		}
		return Instant.ofEpochSecond(
				LocalDate.of(year, month, day).toEpochDay() * SECONDS_OF_DAY + hour * 3600L + minute * 60L + second);
	}

	/** Return the number of the part of a list that the text has, -1 for none. */
	private static int indexOf(String list, String text, int begin, int length) {
		for (int i = 0; i < list.length(); i += length) {
			if (list.regionMatches(i, text, begin, length)) {
				return i / length;
			}
		}
		return -1;
	}

	/** Return the number of some digits, -1 if there are others. */
	private static int number(String text, int begin, int length) {
		int number = 0;
		for (int i = begin; i < begin + length; i++) {
			char c = text.charAt(i);
			if (c < '0' || c > '9') {
				return -1;
			}
			number = number * 10 + (c - '0');
		}
		return number;
	}

}
