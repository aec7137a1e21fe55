package dev.hyperclient.cache;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Optional;

import org.springframework.http.HttpHeaders;

/**
 * Dates of header fields, in the three formats of RFC 9110, 5.6.7.
 */
final class HttpDates {

	private HttpDates() {
	}

	/**
	 * The date of a field.
	 * @return the date, or empty if there is none that can be read
	 */
	static Optional<Instant> find(HttpHeaders headers, String name) {
		try {
			return Optional.ofNullable(headers.getFirstZonedDateTime(name)).map(ZonedDateTime::toInstant);
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

}
