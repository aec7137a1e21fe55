package dev.hyperclient.internal.text;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Date-times in the spellings that services use.
 */
public final class DateTimeText {

	private static final int DATE_LENGTH = 10;

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
		if (text.length() == DATE_LENGTH) {
			return LocalDate.parse(text).atStartOfDay().atOffset(ZoneOffset.UTC);
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

}
