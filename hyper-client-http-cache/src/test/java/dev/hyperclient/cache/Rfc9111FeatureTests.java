package dev.hyperclient.cache;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.TestClients.ScriptedResponse;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheEntry;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.fixtures.TestClock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.util.unit.DataSize;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.head;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The features of {@link dev.hyperclient.internal.policy.CachingProfile#RFC_9111}, with
 * any client of Spring.
 */
abstract class Rfc9111FeatureTests {

	private static final String NOW = Fields.date(Fields.NOW);

	private static final String SCRIPTED = "http://cookbooks.dev/a";

	@RegisterExtension
	static final WireMockExtension server = MockServers.plain();

	private final BlockingQueue<CacheOutcome> outcomes = new LinkedBlockingQueue<>();

	private final TestClock clock = new TestClock(Fields.NOW);

	@TempDir
	Path directory;

	private HttpCache cache;

	private final TestClients clients;

	/**
	 * Create the tests.
	 * @param clients the clients to test
	 */
	Rfc9111FeatureTests(TestClients clients) {
		this.clients = clients;
	}

	@BeforeEach
	void createCache() {
		this.cache = HttpCache.inDirectory(this.directory)
			.withClock(this.clock)
			.withAdditionalListener((request, result) -> this.outcomes.add(result.outcome()));
	}

	@Test
	void variantsOfUrlAreStored() {
		for (String language : List.of("en", "de")) {
			server.stubFor(get("/a").withHeader("Accept-Language", equalTo(language))
				.willReturn(fresh().withHeader("Vary", "Accept-Language, Accept-Encoding").withBody(language)));
		}
		for (String language : List.of("en", "de", "en", "de", "EN")) {
			assertThat(fetch("/a", "Accept-Language: " + language)).isEqualTo("200 " + language.toLowerCase());
		}
		outcomes("MISS", "MISS", "HIT", "HIT", "HIT");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void cookiesAreStoredWithResponse(boolean onDisk) {
		server.stubFor(get("/a").willReturn(fresh().withHeader("Set-Cookie", "a=1", "b=2")));
		try (HttpCache used = onDisk ? this.cache : HttpCache.inMemory(DataSize.ofMegabytes(1)).withClock(this.clock)) {
			TestClient client = this.clients.create(used);
			for (int i = 0; i < 2; i++) {
				HttpHeaders answer = client.get(server.url("/a")).getHeaders();
				assertThat(answer.get("Set-Cookie")).containsExactly("a=1", "b=2");
				assertThat(answer.headerNames()).noneMatch((name) -> name.startsWith("hyper-client"));
			}
		}
		server.verify(1, anyRequestedFor(anyUrl()));
	}

	@Test
	void valuesOfSelectingFieldsAreNotWritten() throws Exception {
		server.stubFor(get("/a").willReturn(fresh().withHeader("Vary", "Cookie, X").withBody("a")));
		fetch("/a", "Cookie: session=secret | X: secret");
		fetch("/a", "Cookie: session=other | X: secret");
		fetch("/a", "Cookie: session=secret | X: secret");
		fetch("/a", "Authorization: Basic secret");
		outcomes("MISS", "MISS", "HIT", "MISS");
		assertThat(files()).hasSize(4).noneMatch((file) -> file.contains("secret"));
	}

	@Test
	void identitiesHaveVariantsUnlessPublic() {
		server.stubFor(get("/a").willReturn(fresh().withBody("a")));
		server.stubFor(get("/b").willReturn(fresh().withHeader("Cache-Control", "public, max-age=60").withBody("b")));
		for (String path : List.of("/a", "/b")) {
			for (String user : List.of("ann", "bob", "ann", "bob")) {
				fetch(path, "Authorization: " + user);
			}
		}
		outcomes("MISS", "MISS", "HIT", "HIT", "MISS", "HIT", "HIT", "HIT");
	}

	@Test
	void connectionFieldsAreNotStored() {
		server.stubFor(get("/a").willReturn(
				fresh().withHeader("Connection", "a").withHeader("a", "1").withHeader("B", "2").withBody("text")));
		fetch("/a", "");
		ResponseEntity<String> hit = entity(HttpMethod.GET, "/a", "");
		outcomes("MISS", "HIT");
		assertThat(hit.getHeaders().getFirst("B")).isEqualTo("2");
		assertThat(hit.getHeaders().containsHeader("a")).isFalse();
		assertThat(hit.getHeaders().containsHeader("Connection")).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "CDN-Cache-Control", "Surrogate-Control", "Cloudflare-CDN-Cache-Control" })
	void targetedFieldForSharedCachesIsIgnored(String field) {
		server.stubFor(get("/a").willReturn(fresh().withHeader(field, "no-store, max-age=0")));
		server.stubFor(get("/b").willReturn(
				aResponse().withHeader("Cache-Control", "max-age=0").withHeader(field, "max-age=60").withBody("b")));
		for (String path : List.of("/a", "/a", "/b", "/b")) {
			fetch(path, "");
		}
		outcomes("MISS", "HIT", "MISS", "MISS");
	}

	@ParameterizedTest
	@ValueSource(ints = { 204, 302, 404, 410, 500, 503 })
	void responseOfAnyStatusWithLifetimeIsReused(int status) {
		server.stubFor(get("/a").willReturn(fresh().withStatus(status)));
		assertThat(fetch("/a", "")).isEqualTo(status + " ");
		assertThat(fetch("/a", "")).isEqualTo(status + " ");
		this.clock.advance(Duration.ofSeconds(60));
		assertThat(fetch("/a", "")).isEqualTo(status + " ");
		outcomes("MISS", "HIT", "MISS");
	}

	@ParameterizedTest
	@CsvSource({ "POST, 200, true", "PUT, 201, true", "DELETE, 204, true", "M-SEARCH, 302, true", "POST, 500, false",
			"DELETE, 404, false", "OPTIONS, 200, false" })
	void unsafeRequestInvalidatesVariantsAndLocationsOfSameOrigin(String method, int status, boolean removed) {
		server.stubFor(any(anyUrl()).willReturn(fresh().withHeader("Vary", "X").withBody("a")));
		server.stubFor(any(urlEqualTo("/a")).withHeader("Change", equalTo("1"))
			.willReturn(aResponse().withStatus(status)
				.withHeader("Location", "/b")
				.withHeader("Content-Location", server.baseUrl() + "/c")));
		List<String> paths = List.of("/a", "/b", "/c", "/d");
		paths.forEach((path) -> Stream.of("1", "2").forEach((x) -> fetch(path, "X: " + x)));
		entity(HttpMethod.valueOf(method), "/a", "Change: 1");
		this.outcomes.clear();
		paths.forEach((path) -> fetch(path, "X: 1"));
		String outcome = removed ? "MISS" : "HIT";
		outcomes(outcome, outcome, outcome, "HIT");
	}

	@Test
	void locationOfOtherOriginIsNotInvalidated() {
		server.stubFor(get("/b").willReturn(fresh().withBody("a")));
		server.stubFor(post("/a").willReturn(aResponse().withHeader("Location", "http://elsewhere.dev/b")
			.withHeader("Content-Location", "http://%")));
		fetch("/b", "");
		entity(HttpMethod.POST, "/a", "");
		fetch("/b", "");
		outcomes("MISS", "BYPASS", "HIT");
	}

	@Test
	void postResponseWithContentLocationIsStored() {
		server.stubFor(post(anyUrl()).willReturn(fresh().withHeader("Content-Location", "/a").withBody("new")));
		entity(HttpMethod.POST, "/b", "");
		entity(HttpMethod.POST, "/a", "");
		assertThat(fetch("/a", "")).isEqualTo("200 new");
		assertThat(fetch("/b", "")).isEqualTo("404 ");
		outcomes("BYPASS", "BYPASS", "HIT", "MISS");
	}

	@Test
	void headIsServedFromStoreAndFreshens() {
		server.stubFor(
				get("/a").willReturn(fresh().withHeader("Last-Modified", Fields.date(Fields.NOW)).withBody("text")));
		server.stubFor(head(urlEqualTo("/a"))
			.willReturn(fresh(Duration.ofSeconds(60)).withHeader("Last-Modified", Fields.date(Fields.NOW))
				.withHeader("X", "1")
				.withHeader("Content-Length", "4")));
		fetch("/a", "");
		assertThat(entity(HttpMethod.HEAD, "/a", "").getHeaders().getFirst("Age")).isEqualTo("0");
		this.clock.advance(Duration.ofSeconds(60));
		entity(HttpMethod.HEAD, "/a", "");
		ResponseEntity<String> freshened = entity(HttpMethod.GET, "/a", "");
		assertThat(freshened.getBody()).isEqualTo("text");
		assertThat(freshened.getHeaders().getFirst("X")).isEqualTo("1");
		outcomes("MISS", "HIT", "MISS", "HIT");
	}

	@Test
	void rangeOfStaleResponseIsValidated() {
		server.stubFor(get("/a").willReturn(
				aResponse().withHeader("ETag", "\"a\"").withHeader("Cache-Control", "no-cache").withBody("abcdef")));
		fetch("/a", "");
		server.stubFor(get("/a").withHeader("If-None-Match", equalTo("\"a\""))
			.willReturn(aResponse().withStatus(304).withHeader("ETag", "\"a\"")));
		ResponseEntity<String> part = entity(HttpMethod.GET, "/a", "Range: bytes=1-2");
		assertThat(part.getStatusCode().value()).isEqualTo(206);
		assertThat(part.getBody()).isEqualTo("bc");
		assertThat(part.getHeaders().getFirst("Content-Range")).isEqualTo("bytes 1-2/6");
		server.stubFor(get("/a").withHeader("Range", equalTo("bytes=1-2"))
			.willReturn(aResponse().withStatus(206)
				.withHeader("ETag", "\"b\"")
				.withHeader("Content-Range", "bytes 1-2/6")
				.withBody("BC")));
		assertThat(fetch("/a", "Range: bytes=1-2")).isEqualTo("206 BC");
		assertThat(fetch("/a", "Range: bytes=1-2 | If-Range: \"b\"")).isEqualTo("206 BC");
		outcomes("MISS", "REVALIDATED", "MISS", "MISS");
	}

	@ParameterizedTest
	@ValueSource(ints = { 201_000, 300_000 })
	void tooLargeBodyRemovesOlderResponse(int size) {
		TestClient client = this.clients.withMaxBodySize(this.cache, DataSize.ofBytes(200_000));
		server.stubFor(get("/a").willReturn(fresh().withBody("old")));
		assertThat(client.get(server.url("/a")).getBody()).isEqualTo("old");
		server.stubFor(get("/a").willReturn(fresh().withBody("x".repeat(size))));
		for (String directive : List.of("no-cache", "max-stale")) {
			assertThat(client.exchange(HttpMethod.GET, server.url("/a"), Fields.of("Cache-Control: " + directive))
				.getBody()).hasSize(size);
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void changedLargeFileIsFetchedAgain(boolean validated) throws IOException {
		String large = "x".repeat(200_000);
		server.stubFor(get("/a")
			.willReturn((validated ? aResponse().withHeader("Date", NOW) : fresh()).withHeader("ETag", "\"a\"")
				.withBody(large)));
		server.stubFor(get("/a").withHeader("If-None-Match", equalTo("\"a\"")).willReturn(aResponse().withStatus(304)));
		assertThat(fetch("/a", "")).isEqualTo("200 " + large);
		assertThat(fetch("/a", "")).isEqualTo("200 " + large);
		Path file;
		try (Stream<Path> files = Files.list(this.directory)) {
			file = files.findFirst().orElseThrow();
		}
		byte[] bytes = Files.readAllBytes(file);
		bytes[150_000] ^= 1;
		Files.write(file, bytes);
		assertThat(fetch("/a", "")).isEqualTo("200 " + large);
		outcomes("MISS", validated ? "REVALIDATED" : "HIT", "MISS");
		server.verify(validated ? 4 : 2, anyRequestedFor(anyUrl()));
	}

	@Test
	void encodedContentKeepsItsCoding() {
		server.stubFor(get("/a").willReturn(fresh().withHeader("Content-Encoding", "br").withBody("text")));
		for (int i = 0; i < 2; i++) {
			ResponseEntity<String> answer = entity(HttpMethod.GET, "/a", "");
			assertThat(answer.getBody()).isEqualTo("text");
			assertThat(answer.getHeaders().get("Content-Encoding")).containsExactly("br");
		}
		outcomes("MISS", "HIT");
	}

	@Test
	void listenerIsNotifiedOfStatusAndSavedBytes() {
		server.stubFor(
				get("/a").willReturn(aResponse().withHeader("Date", NOW).withHeader("ETag", "\"a\"").withBody("text")));
		server.stubFor(get("/a").withHeader("If-None-Match", equalTo("\"a\"")).willReturn(fresh().withStatus(304)));
		server.stubFor(any(urlEqualTo("/b")).willReturn(aResponse().withStatus(202)));
		List<String> results = new CopyOnWriteArrayList<>();
		this.cache = this.cache.withAdditionalListener(
				(request, result) -> results.add(result.outcome() + " " + result.status() + " " + result.savedBytes()));
		for (String path : List.of("/a", "/a", "/a", "/missing")) {
			fetch(path, "");
		}
		entity(HttpMethod.PATCH, "/b", "");
		assertThat(results).containsExactly("MISS 200 0", "REVALIDATED 304 4", "HIT 200 4", "MISS 404 0",
				"BYPASS 202 0");
	}

	@ParameterizedTest
	@ValueSource(ints = { 10, 200_000 })
	void hitHasContentLength(int length) {
		this.cache = HttpCache.inMemory(DataSize.ofMegabytes(1)).withClock(this.clock);
		server.stubFor(get("/a").willReturn(fresh().withBody("x".repeat(length))));
		fetch("/a", "");
		ResponseEntity<String> hit = entity(HttpMethod.HEAD, "/a", "");
		assertThat(hit.getHeaders().getContentLength()).isEqualTo(length);
		server.verify(1, anyRequestedFor(anyUrl()));
	}

	@Test
	void notModifiedWithoutDateIsDatedNow() {
		server.stubFor(get("/a").willReturn(fresh().withHeader("Last-Modified", NOW).withBody("a")));
		fetch("/a", "");
		server.stubFor(get("/a").willReturn(aResponse().withStatus(304)));
		this.clock.advance(Duration.ofSeconds(60));
		fetch("/a", "");
		this.clock.advance(Duration.ofSeconds(30));
		assertThat(entity(HttpMethod.GET, "/a", "").getHeaders().getFirst("Age")).isEqualTo("30");
		outcomes("MISS", "REVALIDATED", "HIT");
	}

	@Test
	void largeVariantAndItsRangeAreStreamed() {
		String large = "0123456789".repeat(50_000);
		server.stubFor(get("/a").willReturn(fresh().withHeader("Vary", "X").withBody(large)));
		for (String x : List.of("1", "2", "1", "2")) {
			assertThat(fetch("/a", "X: " + x)).isEqualTo("200 " + large);
		}
		assertThat(fetch("/a", "X: 1 | Range: bytes=100003-100007")).isEqualTo("206 34567");
		assertThat(fetch("/a", "X: 1 | Range: bytes=5-")).isEqualTo("206 " + large.substring(5));
		outcomes("MISS", "MISS", "HIT", "HIT", "HIT", "HIT");
	}

	@Test
	void evictedUrlIsNotStoredByEarlierRequest() throws Exception {
		assertOldResponseIsNotStoredAfter((client) -> this.cache.clear());
	}

	@Test
	void entriesHaveMediaTypeOfResponse() {
		server.stubFor(get("/a").withHeader("Accept", equalTo("text/plain"))
			.willReturn(fresh().withHeader("Vary", "Accept").withHeader("Content-Type", "text/plain").withBody("a")));
		server.stubFor(get("/a").withHeader("Accept", equalTo("text/html"))
			.willReturn(fresh().withHeader("Vary", "Accept").withHeader("Content-Type", "text/html").withBody("a")));
		fetch("/a", "Accept: text/plain");
		fetch("/a", "Accept: text/html");
		assertThat(this.cache.entries(URI.create(server.baseUrl() + "/a"))).extracting(CacheEntry::mediaRange)
			.containsExactly("text/html", "text/plain");
		assertThat(this.cache.size().entries()).as("two responses and their index").isEqualTo(3);
	}

	@Test
	void onlyIfCachedIsNotForwarded() {
		server.stubFor(get("/a").willReturn(fresh().withBody("a")));
		assertThat(fetch("/a", "Cache-Control: only-if-cached")).isEqualTo("504 ");
		fetch("/a", "");
		assertThat(fetch("/a", "Cache-Control: only-if-cached")).isEqualTo("200 a");
		assertThat(fetch("/a", "Cache-Control: only-if-cached | Range: bytes=9-")).isEqualTo("504 ");
		assertThat(fetch("/a", "Cache-Control: only-if-cached, no-store")).isEqualTo("504 ");
		server.verify(1, anyRequestedFor(anyUrl()));
		outcomes("MISS", "MISS", "HIT", "MISS", "MISS");
	}

	@Test
	void staleResponseIsServedWhileRevalidated() throws InterruptedException {
		BlockingQueue<String> asked = new LinkedBlockingQueue<>();
		CompletableFuture<ScriptedResponse> answer = new CompletableFuture<>();
		TestClient client = scripted((number, request) -> {
			asked.add(String.valueOf(request.getFirst("If-None-Match")));
			return (number == 0) ? completed(response("max-age=1, stale-while-revalidate=9", "old")) : answer;
		});
		assertThat(text(client)).isEqualTo("old");
		this.clock.advance(Duration.ofSeconds(5));
		assertThat(text(client)).isEqualTo("old");
		assertThat(text(client)).isEqualTo("old");
		assertThat(List.of(asked.take(), asked.take())).containsExactly("null", "\"a\"");
		answer.complete(response("max-age=99", "new"));
		assertThat(Stream.generate(() -> text(client)).limit(1_000_000).filter("new"::equals).findFirst()).isPresent();
		assertThat(asked).isEmpty();
		assertThat(this.outcomes).startsWith(CacheOutcome.MISS, CacheOutcome.STALE, CacheOutcome.STALE)
			.doesNotContain(CacheOutcome.REVALIDATED);
	}

	@ParameterizedTest
	@CsvSource({ "'max-age=1, stale-if-error=9', 503, true", "'max-age=1', 503, false",
			"'max-age=1, stale-if-error=9', 404, false", "'max-age=1', 0, true",
			"'max-age=1, must-revalidate', 0, false" })
	void staleResponseReplacesErrorIfAllowed(String cacheControl, int status, boolean hidden) {
		server.stubFor(get("/a")
			.willReturn(aResponse().withHeader("Date", NOW).withHeader("Cache-Control", cacheControl).withBody("a")));
		fetch("/a", "");
		server.stubFor(get("/a").willReturn((status == 0) ? aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)
				: aResponse().withStatus(status)));
		this.clock.advance(Duration.ofSeconds(5));
		if (hidden) {
			assertThat(fetch("/a", "")).isEqualTo("200 a");
			outcomes("MISS", "STALE");
		}
		else if (status == 0) {
			assertThatThrownBy(() -> fetch("/a", "")).isInstanceOf(this.clients.failure());
			outcomes("MISS");
		}
		else {
			assertThat(fetch("/a", "")).isEqualTo(status + " ");
			outcomes("MISS", "MISS");
		}
	}

	@Test
	void equalConcurrentRequestsAreCoalesced() throws Exception {
		AtomicInteger requests = new AtomicInteger();
		CompletableFuture<ScriptedResponse> answer = new CompletableFuture<>();
		CountDownLatch begun = new CountDownLatch(1);
		TestClient client = scripted((number, request) -> {
			requests.incrementAndGet();
			begun.countDown();
			return answer;
		});
		List<CompletableFuture<String>> all = inThreads(50, () -> text(client));
		assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
		answer.complete(response("max-age=60", "a"));
		assertThat(all).allSatisfy((one) -> assertThat(one.get(10, TimeUnit.SECONDS)).isEqualTo("a"));
		assertThat(requests).hasValue(1);
		assertThat(this.outcomes).hasSize(50).containsOnlyOnce(CacheOutcome.MISS);
	}

	@ParameterizedTest
	@ValueSource(strings = { "no-store", "error" })
	void coalescedRequestIsForwardedIfNothingWasStored(String cacheControl) throws Exception {
		AtomicInteger requests = new AtomicInteger();
		CompletableFuture<ScriptedResponse> answer = new CompletableFuture<>();
		TestClient client = scripted((number, request) -> {
			requests.incrementAndGet();
			return (number == 0) ? answer : completed(response("no-store", "own"));
		});
		List<CompletableFuture<String>> all = inThreads(5, () -> text(client));
		if (cacheControl.equals("error")) {
			answer.completeExceptionally(new IllegalStateException("broken"));
		}
		else {
			answer.complete(response(cacheControl, "first"));
		}
		List<String> bodies = new ArrayList<>();
		for (CompletableFuture<String> one : all) {
			bodies.add(one.exceptionally((ex) -> "error").get(10, TimeUnit.SECONDS));
		}
		assertThat(bodies).contains("own");
		assertThat(requests).hasValue(5);
	}

	@Test
	void staleResponseThatWasWaitedForIsValidated() throws InterruptedException {
		RecordingListener listener = new RecordingListener();
		// What is validated in the background may be stored after the test.
		this.cache = HttpCache.inMemory(DataSize.ofMegabytes(1)).withClock(this.clock).withAdditionalListener(listener);
		BlockingQueue<String> conditions = new LinkedBlockingQueue<>();
		CompletableFuture<ScriptedResponse> first = new CompletableFuture<>();
		TestClient client = scripted((number, request) -> {
			conditions.add(String.valueOf(request.getFirst("If-None-Match")));
			return first;
		});
		List<CompletableFuture<String>> all = inThreads(2, () -> text(client));
		Awaitility.await().until(() -> listener.decisions.size() == 2);
		first.complete(new ScriptedResponse(200,
				Fields.of("Date: @0 | Age: 5 | ETag: \"a\" | Cache-Control: max-age=1, stale-while-revalidate=60"),
				"stale"));
		assertThat(all).allSatisfy((one) -> assertThat(one.get(20, TimeUnit.SECONDS)).isEqualTo("stale"));
		assertThat(conditions.poll(20, TimeUnit.SECONDS)).isEqualTo("null");
		assertThat(conditions.poll(20, TimeUnit.SECONDS)).isEqualTo("\"a\"");
	}

	/** The second one is longer than the maximum, which is known at its end. */
	@ParameterizedTest
	@CsvSource({ "no-store, 1", "max-age=60, 11000000" })
	void responseThatWasNotStoredIsNotWaitedForAgainWithOtherIgnoredParameters(String cacheControl, int length) {
		this.cache = this.cache.withRules(List.of(CacheRule.of("/a").withIgnoredQueryParameters(List.of("ref"))));
		CountDownLatch concurrent = new CountDownLatch(3);
		TestClient client = scripted((number, request) -> {
			if (number == 0) {
				return completed(response(cacheControl, "x".repeat(length)));
			}
			concurrent.countDown();
			return CompletableFuture.supplyAsync(() -> response("no-store", String.valueOf(await(concurrent))));
		});
		assertThat(client.get(SCRIPTED + "?ref=0").getBody()).hasSize(length);
		AtomicInteger number = new AtomicInteger();
		assertThat(inThreads(3, () -> client.get(SCRIPTED + "?ref=" + number.incrementAndGet()).getBody()))
			.allSatisfy((one) -> assertThat(one.get(20, TimeUnit.SECONDS)).isEqualTo("true"));
	}

	@Test
	void requestsAreCoalescedAgainWhenResponseIsStored() throws Exception {
		AtomicInteger requests = new AtomicInteger();
		CompletableFuture<ScriptedResponse> answer = new CompletableFuture<>();
		CountDownLatch begun = new CountDownLatch(1);
		TestClient client = scripted((number, request) -> {
			requests.incrementAndGet();
			if (number < 2) {
				return completed(response((number == 0) ? "no-store" : "max-age=1", "a"));
			}
			begun.countDown();
			return answer;
		});
		text(client);
		text(client);
		this.clock.advance(Duration.ofSeconds(5));
		List<CompletableFuture<String>> all = inThreads(20, () -> text(client));
		assertThat(await(begun)).isTrue();
		answer.complete(new ScriptedResponse(200, Fields.of("Date: @5 | Cache-Control: max-age=60"), "b"));
		assertThat(all).allSatisfy((one) -> assertThat(one.get(10, TimeUnit.SECONDS)).isEqualTo("b"));
		assertThat(requests).hasValue(3);
	}

	@Test
	void responseRequestedBeforeInvalidationIsNotStored() throws Exception {
		assertOldResponseIsNotStoredAfter((client) -> client.exchange(HttpMethod.PUT, SCRIPTED, HttpHeaders.EMPTY));
		assertThat(this.outcomes).containsExactly(CacheOutcome.BYPASS, CacheOutcome.MISS, CacheOutcome.MISS);
	}

	/** Run an action between a request and its response, which is then old. */
	private void assertOldResponseIsNotStoredAfter(Consumer<TestClient> action) throws Exception {
		CompletableFuture<ScriptedResponse> old = new CompletableFuture<>();
		CountDownLatch begun = new CountDownLatch(1);
		TestClient client = scripted((number, request) -> {
			begun.countDown();
			return (number == 0) ? old : completed(response("max-age=60", "new"));
		});
		CompletableFuture<String> slow = inThreads(1, () -> text(client)).get(0);
		assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
		action.accept(client);
		old.complete(response("max-age=60", "old"));
		assertThat(slow.get(10, TimeUnit.SECONDS)).isEqualTo("old");
		assertThat(text(client)).isEqualTo("new");
	}

	private void outcomes(String... expected) {
		assertThat(this.outcomes).extracting(CacheOutcome::name).containsExactly(expected);
	}

	private String fetch(String path, String fields) {
		ResponseEntity<String> answer = entity(HttpMethod.GET, path, fields);
		String body = answer.getBody();
		return answer.getStatusCode().value() + " "
				+ ((body != null && answer.getStatusCode().value() != 404) ? body : "");
	}

	private ResponseEntity<String> entity(HttpMethod method, String path, String fields) {
		return this.clients.create(this.cache).exchange(method, server.url(path), Fields.of(fields));
	}

	private TestClient scripted(Script script) {
		AtomicInteger number = new AtomicInteger();
		return this.clients.scripted(this.cache, (request) -> script.answer(number.getAndIncrement(), request));
	}

	/** Less long than a coalesced request waits. */
	private static boolean await(CountDownLatch latch) {
		try {
			return latch.await(4, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String text(TestClient client) {
		return String.valueOf(client.get(SCRIPTED).getBody());
	}

	private static List<CompletableFuture<String>> inThreads(int count, Supplier<String> work) {
		return IntStream.range(0, count)
			.mapToObj((i) -> CompletableFuture.supplyAsync(work, (task) -> new Thread(task).start()))
			.toList();
	}

	private static CompletableFuture<ScriptedResponse> completed(ScriptedResponse response) {
		return CompletableFuture.completedFuture(response);
	}

	private static ScriptedResponse response(String cacheControl, String body) {
		return new ScriptedResponse(200, Fields.of("Date: @0 | ETag: \"a\" | Cache-Control: " + cacheControl), body);
	}

	private static ResponseDefinitionBuilder fresh() {
		return fresh(Duration.ZERO);
	}

	private static ResponseDefinitionBuilder fresh(Duration later) {
		return aResponse().withHeader("Date", Fields.date(Fields.NOW.plus(later)))
			.withHeader("Cache-Control", "max-age=60");
	}

	private List<String> files() throws Exception {
		List<String> files = new CopyOnWriteArrayList<>();
		try (Stream<Path> paths = Files.list(this.directory)) {
			for (Path path : paths.toList()) {
				files.add(path.getFileName() + Files.readString(path));
			}
		}
		return files;
	}

	private interface Script {

		CompletableFuture<ScriptedResponse> answer(int number, HttpHeaders request);

	}

}
