package dev.hyperclient.cookbook.service;

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

}
