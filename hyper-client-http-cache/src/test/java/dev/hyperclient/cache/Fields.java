package dev.hyperclient.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.store.StoredResponse;

import org.springframework.http.HttpHeaders;

/**
 * Creates header fields from text.
 */
public final class Fields {

	public static final Instant NOW = Instant.parse("2026-11-21T00:10:00Z");

	private static final DateTimeFormatter FORMAT = DateTimeFormatter
		.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
		.withZone(ZoneOffset.UTC);

	private Fields() {
	}

	/**
	 * Parse {@code name: value} parts, separated by {@code |}. A value {@code @-5} is the
	 * date five seconds before {@link #NOW}.
	 */
	public static HttpHeaders of(String text) {
		HttpHeaders headers = new HttpHeaders();
		for (String field : text.split("\\|")) {
			int colon = field.indexOf(':');
			if (colon > 0) {
				String value = field.substring(colon + 1).strip();
				headers.add(field.substring(0, colon).strip(),
						value.startsWith("@") ? date(NOW.plusSeconds(Long.parseLong(value.substring(1)))) : value);
			}
		}
		return headers;
	}

	public static String date(Instant instant) {
		return FORMAT.format(instant);
	}

	public static String text(CacheResponse response) {
		return text(response.body()::bytes);
	}

	public static String text(StoredResponse response) {
		return text(response.body()::bytes);
	}

	private static String text(Content content) {
		try {
			return new String(content.bytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private interface Content {

		byte[] bytes() throws IOException;

	}

}
