package dev.hyperclient.cache;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.cache.api.RequestSender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Permissions of RFC 9111 and others that this cache does not use, as
 * {@code docs/reference/http-cache.md} says.
 */
class UnusedPermissionsTests {

	private static final URI URL = URI.create("http://cookbooks.dev/a");

	private static final Instant NOW = Instant.parse("2026-01-10T00:00:00Z");

	private static final String MODIFIED = date(NOW.minus(Duration.ofDays(10)));

	private static final Map<String, String> FRESH = Map.of("Cache-Control", "max-age=60");

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1))
		.withClock(Clock.fixed(NOW, ZoneOffset.UTC))
		.withSettings(CacheSettings.defaults().withHeuristicFraction(0.1));

	private final List<CacheRequest> sent = new ArrayList<>();

	@Test
	void responseToHeadIsNotStored() {
		exchange(HttpMethod.HEAD, Map.of(), 200, FRESH);
		exchange(HttpMethod.HEAD, Map.of(), 200, FRESH);
		assertThat(this.sent).hasSize(2);
	}

	@Test
	void onlyTheMatchingVariantIsValidated() {
		for (String type : List.of("a/a", "b/b", "a/a", "c/c")) {
			get(Map.of("Accept", type), 200,
					Map.of("Cache-Control", "no-cache", "Vary", "Accept", "ETag", "\"" + type + "\""));
		}
		assertThat(this.sent).extracting((request) -> request.headers().getFirst("If-None-Match"))
			.containsExactly(null, null, "\"a/a\"", null);
	}

	@ParameterizedTest
	@CsvSource({ "200, private, 1", "206, private, 2", "206, public, 1" })
	void partHasNoHeuristicLifetimeUnlessItIsPublic(int status, String visibility, int requests) {
		Map<String, String> asked = (status == 206) ? Map.of("Range", "bytes=0-4") : Map.of();
		Map<String, String> fields = Map.of("Cache-Control", visibility, "Last-Modified", MODIFIED, "Content-Range",
				"bytes 0-4/10");
		get(asked, status, fields);
		get(asked, status, fields);
		assertThat(this.sent).hasSize(requests);
	}

	@ParameterizedTest
	@CsvSource({ "200, true", "203, true", "404, false", "301, false" })
	void onlyRepresentationsAreValidated(int status, boolean validated) {
		Map<String, String> fields = Map.of("Cache-Control", "max-age=0", "ETag", "\"a\"");
		get(Map.of(), status, fields);
		get(Map.of(), status, fields);
		assertThat(this.sent.get(1).headers().containsHeader("If-None-Match")).isEqualTo(validated);
	}

	@ParameterizedTest
	@CsvSource({ "POST, 200, /a, 1", "POST, 200, /b, 2", "POST, 201, /a, 2", "PATCH, 200, /a, 2", "PUT, 200, /a, 2" })
	void onlyResponsesToPostAreReusedForGet(String method, int status, String location, int requests) {
		exchange(HttpMethod.valueOf(method), Map.of(), status,
				Map.of("Cache-Control", "max-age=60", "Content-Location", location));
		get(Map.of(), 200, FRESH);
		assertThat(this.sent).hasSize(requests);
	}

	@Test
	void clearSiteDataIsIgnored() {
		get(Map.of(), 200, FRESH);
		exchange(HttpMethod.GET, Map.of("Cache-Control", "no-store"), 200, Map.of("Clear-Site-Data", "\"cache\""));
		get(Map.of(), 200, FRESH);
		assertThat(this.sent).hasSize(2);
	}

	private CacheResponse get(Map<String, String> asked, int status, Map<String, String> fields) {
		return exchange(HttpMethod.GET, asked, status, fields);
	}

	/** Send a request to a server that answers with these fields. */
	private CacheResponse exchange(HttpMethod method, Map<String, String> asked, int status,
			Map<String, String> fields) {
		RequestSender exchange = this.cache.around((request) -> {
			this.sent.add(request);
			return CacheResponse.of(request.uri(), status, fields(fields), "01234".getBytes());
		});
		return exchange.exchange(CacheRequest.of(method, URL, fields(asked), ""));
	}

	private static HttpHeaders fields(Map<String, String> fields) {
		HttpHeaders headers = new HttpHeaders();
		headers.set("Date", date(NOW));
		fields.forEach(headers::set);
		return headers;
	}

	private static String date(Instant instant) {
		return DateTimeFormatter.RFC_1123_DATE_TIME.format(instant.atOffset(ZoneOffset.UTC));
	}

}
