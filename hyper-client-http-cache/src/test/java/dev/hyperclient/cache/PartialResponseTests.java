package dev.hyperclient.cache;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.fixtures.TestClock;
import dev.hyperclient.internal.transaction.CacheContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.util.unit.DataSize;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.put;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Stored partial responses (RFC 9111, 3.3 and 3.4), with any client of Spring.
 */
class PartialResponseTests {

	private static final String NOW = Fields.date(Fields.NOW);

	private static final String TEXT = "0123456789";

	@RegisterExtension
	static final WireMockExtension server = WireMockExtension.newInstance()
		// Ranges are those of the encoded content.
		.options(WireMockConfiguration.options().dynamicPort().gzipDisabled(true))
		.build();

	private final List<CacheOutcome> outcomes = new CopyOnWriteArrayList<>();

	private final TestClock clock = new TestClock(Fields.NOW);

	@TempDir
	Path directory;

	static Stream<HttpCacheBuilder> stores(Path directory) {
		return Stream.of(HttpCache.builder().inMemory(DataSize.ofMegabytes(1)),
				HttpCache.builder().directory(directory),
				HttpCache.builder().directory(directory).memoryTier(DataSize.ofMegabytes(1)));
	}

	@ParameterizedTest
	@CsvSource({ "bytes=4-7, 4567, true", "bytes=5-6, 56, true", "bytes=7-7, 7, true", "bytes=3-5, 345, false",
			"bytes=6-8, 678, false", "bytes=6-, 6789, false", "bytes=-2, 89, false" })
	void rangeWithinStoredPartIsServed(String range, String expected, boolean served) {
		serve("\"a\"");
		TestClient client = new WebClients().create(cache());
		assertThat(fetch(client, "Range: bytes=4-7")).isEqualTo("206 4567");
		ResponseEntity<String> answer = exchange(client, "Range: " + range);
		assertThat(answer.getBody()).isEqualTo(expected);
		assertThat(answer.getHeaders().getFirst("Content-Range")).startsWith("bytes " + TEXT.indexOf(expected) + "-")
			.endsWith("/10");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, served ? CacheOutcome.HIT : CacheOutcome.MISS);
	}

	@ParameterizedTest
	@CsvSource({ "bytes=5-, 56789", "bytes=-3, 789", "bytes=5-99, 56789" })
	void endOfRepresentationIsServedFromItsPart(String range, String expected) {
		serve("\"a\"");
		TestClient client = new WebClients().create(cache());
		fetch(client, "Range: bytes=4-");
		assertThat(fetch(client, "Range: " + range)).isEqualTo("206 " + expected);
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT);
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void partsWithSameStrongTagAreCombined(TestClients clients) {
		serve("\"a\"");
		TestClient client = clients.create(cache());
		fetch(client, "Range: bytes=2-3");
		fetch(client, "Range: bytes=3-6");
		assertThat(fetch(client, "Range: bytes=2-6")).isEqualTo("206 23456");
		fetch(client, "Range: bytes=0-1");
		fetch(client, "Range: bytes=-3");
		ResponseEntity<String> whole = exchange(client, "");
		assertThat(whole.getStatusCode().value()).isEqualTo(200);
		assertThat(whole.getBody()).isEqualTo(TEXT);
		assertThat(whole.getHeaders().containsHeader("Content-Range")).isFalse();
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.HIT,
				CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.HIT);
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void rangeOfTheWholeRepresentationIsStoredAsAWholeResponse(TestClients clients) {
		serve("\"a\"");
		TestClient client = clients.create(cache());
		assertThat(fetch(client, "Range: bytes=0-")).isEqualTo("206 " + TEXT);
		ResponseEntity<String> whole = exchange(client, "");
		assertThat(whole.getStatusCode().value()).isEqualTo(200);
		assertThat(whole.getBody()).isEqualTo(TEXT);
		assertThat(whole.getHeaders().containsHeader("Content-Range")).isFalse();
		assertThat(fetch(client, "Range: bytes=-3")).isEqualTo("206 789");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.HIT);
	}

	@ParameterizedTest
	@ValueSource(strings = { "\"b\"", "W/\"a\"", "" })
	void partsOfDifferentRepresentationsAreNotCombined(String tag) {
		serve(tag.startsWith("W") ? tag : "\"a\"");
		TestClient client = new WebClients().create(cache());
		fetch(client, "Range: bytes=2-3");
		serve(tag);
		fetch(client, "Range: bytes=4-5");
		assertThat(fetch(client, "Range: bytes=4-5")).isEqualTo("206 45");
		fetch(client, "Range: bytes=2-5");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.HIT,
				CacheOutcome.MISS);
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void remainderOfRepresentationIsRequested(TestClients clients) {
		serve("\"a\"");
		HttpCache cache = cache();
		TestClient client = clients.create(cache);
		fetch(client, "Range: bytes=0-4");
		for (int i = 0; i < 2; i++) {
			ResponseEntity<String> whole = exchange(client, "");
			assertThat(whole.getStatusCode().value()).isEqualTo(200);
			assertThat(whole.getBody()).isEqualTo(TEXT);
			assertThat(whole.getHeaders().containsHeader("Content-Range")).isFalse();
			assertThat(whole.getHeaders().getContentLength()).isEqualTo(10);
		}
		server.verify(1, getRequestedFor(anyUrl()).withHeader("Range", equalTo("bytes=5-"))
			.withHeader("If-Range", equalTo("\"a\"")));
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.HIT);
		assertThat(cache.entries(URI.create(server.url("/a")))).hasSize(1).allMatch((entry) -> entry.status() == 200);
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void changedRepresentationReplacesPart(TestClients clients) {
		serve("\"a\"");
		TestClient client = clients.create(cache());
		fetch(client, "Range: bytes=0-4");
		server.resetAll();
		// As a server does if If-Range does not match.
		server.stubFor(get(anyUrl()).willReturn(fresh("\"b\"").withBody("new")));
		for (String range : List.of("", "", "Range: bytes=0-1")) {
			assertThat(fetch(client, range)).isEqualTo(range.isEmpty() ? "200 new" : "206 ne");
		}
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.HIT,
				CacheOutcome.HIT);
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void remainderThatCannotBeCombinedIsDiscarded(TestClients clients) {
		for (ResponseDefinitionBuilder remainder : List.of(part("\"b\"", 5, 9), part("", 5, 9), part("\"a\"", 5, 8),
				part("\"a\"", 5, 9).withBody("short"), part("\"a\"", 5, 9).withHeader("Cache-Control", "no-store"),
				aResponse().withStatus(416))) {
			server.resetAll();
			HttpCache cache = cache();
			cache.clear();
			TestClient client = clients.create(cache);
			server.stubFor(get(anyUrl()).willReturn(fresh("\"c\"").withBody("whole")));
			server.stubFor(get(anyUrl()).withHeader("Range", equalTo("bytes=0-4")).willReturn(part("\"a\"", 0, 4)));
			server.stubFor(get(anyUrl()).withHeader("Range", equalTo("bytes=5-"))
				.willReturn(remainder.withChunkedDribbleDelay(1, 1)));
			fetch(client, "Range: bytes=0-4");
			String answer = fetch(client, "");
			assertThat(answer).isIn("200 whole", "200 01234short");
			server.verify(answer.equals("200 whole") ? 1 : 0, getRequestedFor(anyUrl()).withHeader("Range", absent()));
		}
	}

	@Test
	void partWithoutValidatorIsServedButNotCompleted() {
		serve("");
		TestClient client = new WebClients().create(cache());
		fetch(client, "Range: bytes=0-4");
		assertThat(fetch(client, "Range: bytes=1-2")).isEqualTo("206 12");
		assertThat(fetch(client, "")).isEqualTo("200 " + TEXT);
		assertThat(fetch(client, "Range: bytes=0-4")).isEqualTo("206 01234");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.MISS,
				CacheOutcome.HIT);
	}

	@Test
	void directivesAndConditionsOfCallerApplyToParts() {
		serve("\"a\"");
		TestClient client = new WebClients().create(cache());
		fetch(client, "Range: bytes=0-4");
		fetch(client, "Range: bytes=0-4 | Cache-Control: no-cache");
		fetch(client, "Range: bytes=0-4 | If-Range: \"b\"");
		fetch(client, "Range: bytes=0-4 | If-None-Match: \"b\"");
		assertThat(fetch(client, "Range: bytes=0-4 | If-Range: \"a\"")).isEqualTo("206 01234");
		assertThat(fetch(client, "Range: bytes=0-4 | Cache-Control: only-if-cached")).isEqualTo("206 01234");
		assertThat(fetch(client, "Range: bytes=5-6 | Cache-Control: only-if-cached")).isEqualTo("504 null");
		assertThat(fetch(client, "Cache-Control: only-if-cached")).isEqualTo("504 null");
		server.verify(4, getRequestedFor(anyUrl()));
	}

	@Test
	void unsafeRequestAndEvictRemoveParts() {
		serve("\"a\"");
		server.stubFor(put(anyUrl()).willReturn(aResponse()));
		HttpCache cache = cache();
		TestClient client = new WebClients().create(cache);
		fetch(client, "Range: bytes=0-4");
		client.exchange(HttpMethod.PUT, server.url("/a"), Fields.of(""));
		fetch(client, "Range: bytes=0-4");
		assertThat(cache.entries(URI.create(server.url("/a")))).hasSize(1);
		cache.evict(URI.create(server.url("/a")));
		fetch(client, "Range: bytes=0-4");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.BYPASS, CacheOutcome.MISS,
				CacheOutcome.MISS);
	}

	@Test
	void partsOfUsersAndVariantsAreKeptApart() {
		server.stubFor(get(anyUrl()).willReturn(part("\"a\"", 0, 4).withHeader("Vary", "X")));
		TestClient client = new WebClients().create(cache());
		for (String fields : List.of("Authorization: ann | X: 1", "Authorization: bob | X: 1", "X: 1", "X: 2")) {
			for (int i = 0; i < 2; i++) {
				fetch(client, "Range: bytes=0-4 | " + fields);
			}
		}
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.MISS,
				CacheOutcome.HIT, CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.MISS, CacheOutcome.HIT);
	}

	@ParameterizedTest
	@CsvSource({ "bytes 0-4/*", "bytes 4-0/10", "bytes 0-10/10", "'bytes 0-4/10, bytes 5-9/10'", "x 0-4/10", "''",
			"bytes 0-3/10" })
	void partWithInvalidRangeIsNotStored(String contentRange) {
		server.stubFor(get(anyUrl())
			.willReturn(fresh("\"a\"").withStatus(206).withHeader("Content-Range", contentRange).withBody("01234")));
		HttpCache cache = cache();
		fetch(new WebClients().create(cache), "Range: bytes=0-4");
		assertThat(cache.size().entries()).isZero();
	}

	/**
	 * The first byte of {@code Content-Range} counts, and a suffix is one of the content.
	 */
	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void partThatIsShorterThanItsRangeIsServedButNotCombined(TestClients clients) {
		server.stubFor(get(anyUrl()).willReturn(fresh("\"a\"").withStatus(206)
			.withHeader("Content-Range", "bytes 4-9/10")
			.withHeader("Content-Length", "5")
			.withBody("01234")));
		TestClient client = clients.create(cache());
		fetch(client, "Range: bytes=-5");
		assertThat(fetch(client, "Range: bytes=-5")).isEqualTo("206 01234");
		assertThat(fetch(client, "Range: bytes=6-8")).isEqualTo("206 234");
		assertThat(fetch(client, "Range: bytes=6-")).isEqualTo("206 234");
		assertThat(fetch(client, "Range: bytes=-1")).isEqualTo("206 4");
		server.verify(1, getRequestedFor(anyUrl()));
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void largePartIsStreamed(TestClients clients) {
		String large = TEXT.repeat(200_000);
		server.stubFor(get(anyUrl()).willReturn(fresh("\"a\"").withStatus(206)
			.withHeader("Content-Range", "bytes 10-2000009/9000000")
			.withBody(large)));
		for (HttpCacheBuilder store : stores(this.directory).skip(1).toList()) {
			try (HttpCache cache = store.clock(this.clock).build()) {
				cache.clear();
				TestClient client = clients.create(cache);
				assertThat(exchange(client, "Range: bytes=10-2000009").getBody()).isEqualTo(large);
				assertThat(exchange(client, "Range: bytes=10-2000009").getBody()).isEqualTo(large);
				assertThat(fetch(client, "Range: bytes=1000003-1000007"))
					.isEqualTo("206 34567".replace("34567", large.substring(999_993, 999_998)));
			}
		}
		server.verify(2, getRequestedFor(anyUrl()));
	}

	@Test
	void partsAreKeptInEveryStore() {
		serve("\"a\"");
		for (HttpCacheBuilder store : stores(this.directory).toList()) {
			try (HttpCache cache = store.clock(this.clock).build()) {
				cache.clear();
				server.resetRequests();
				TestClient client = new WebClients().create(cache);
				for (String range : List.of("bytes=0-2", "bytes=3-4", "bytes=1-3", "bytes=0-4")) {
					fetch(client, "Range: " + range);
				}
				assertThat(fetch(client, "")).isEqualTo("200 " + TEXT);
				server.verify(3, getRequestedFor(anyUrl()));
			}
		}
	}

	@Test
	void partsAreNotStoredByTheNarrowProfile() {
		serve("\"a\"");
		HttpCache cache = CacheContext.forRepresentations(cache());
		fetch(new WebClients().create(cache), "Range: bytes=0-4");
		assertThat(this.directory).isEmptyDirectory();
	}

	private HttpCache cache() {
		return HttpCache.inDirectory(this.directory)
			.withClock(this.clock)
			.withAdditionalListener((request, result) -> this.outcomes.add(result.outcome()));
	}

	/**
	 * Let the server serve ranges of the text.
	 */
	private static void serve(String tag) {
		server.resetAll();
		server.stubFor(any(anyUrl()).atPriority(9).willReturn(fresh(tag).withBody(TEXT)));
		for (int first = 0; first < 10; first++) {
			for (int last = first; last < 10; last++) {
				server.stubFor(range("bytes=" + first + "-" + last, tag, first, last));
			}
			server.stubFor(range("bytes=" + first + "-", tag, first, 9));
			server.stubFor(range("bytes=-" + (10 - first), tag, first, 9));
		}
	}

	private static MappingBuilder range(String range, String tag, int first, int last) {
		return get(anyUrl()).withHeader("Range", equalTo(range)).willReturn(part(tag, first, last));
	}

	private static ResponseDefinitionBuilder part(String tag, int first, int last) {
		return fresh(tag).withStatus(206)
			.withHeader("Content-Range", "bytes " + first + "-" + last + "/10")
			.withBody(TEXT.substring(first, last + 1));
	}

	private static ResponseDefinitionBuilder fresh(String tag) {
		ResponseDefinitionBuilder response = aResponse().withHeader("Date", NOW)
			.withHeader("Cache-Control", "max-age=60");
		return tag.isEmpty() ? response : response.withHeader("ETag", tag);
	}

	private static String fetch(TestClient client, String fields) {
		ResponseEntity<String> response = exchange(client, fields);
		String body = response.getBody();
		return response.getStatusCode().value() + " " + ((body != null && body.isEmpty()) ? null : body);
	}

	private static ResponseEntity<String> exchange(TestClient client, String fields) {
		return client.exchange(HttpMethod.GET, server.url("/a"), Fields.of(fields));
	}

}
