package dev.hyperclient.cookbook.service;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Writes dates for header fields.
 */
final class HttpDates {

	private static final DateTimeFormatter SECONDS = DateTimeFormatter
		.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
		.withZone(ZoneOffset.UTC);

	private HttpDates() {
	}

	static String now() {
		return SECONDS.format(ZonedDateTime.now(ZoneOffset.UTC));
	}

	/**
	 * A time stamp that tells two writes within one second apart, which the format of
	 * HTTP cannot. Clients take it as it is and send it back.
	 * @param instant the time
	 * @return the time stamp
	 */
	static String exact(Instant instant) {
		return instant.toString();
	}

}
