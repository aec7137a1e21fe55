package dev.hyperclient.cache;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;

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
 * The features of {@link CachingProfile#RFC_9111} with a {@code WebClient};
 * {@link CachingClientHttpConnectorRfc9111Tests} repeats this with a connector.
 */
class CacheExchangeFilterRfc9111Tests {

	private static final String NOW = Fields.date(Fields.NOW);

	@RegisterExtension
	static final WireMockExtension server = WireMockExtension.newInstance().build();

	private final BlockingQueue<CacheOutcome> outcomes = new LinkedBlockingQueue<>();

	private final TestClock clock = new TestClock(Fields.NOW);

	@TempDir
	Path directory;

	private HttpCache cache;

	@BeforeEach
	void createCache() {
		this.cache = HttpCache.inDirectory(this.directory)
			.withClock(this.clock)
			.withListener((request, outcome) -> this.outcomes.add(outcome));
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
			WebClient client = entryPoint().client(used).build();
			for (int i = 0; i < 2; i++) {
				HttpHeaders answer = client.get()
					.uri(server.url("/a"))
					.retrieve()
					.toBodilessEntity()
					.map(ResponseEntity::getHeaders)
					.block();
				assertThat(answer).isNotNull();
				assertThat(answer.get("Set-Cookie")).containsExactly("a=1", "b=2");
				assertThat(answer.headerNames()).noneMatch((name) -> name.startsWith("hyper-client"));
			}
		}
		server.verify(1, anyRequestedFor(anyUrl()));
	}

	@Test
	void additionalSelectingFieldSeparatesVariants() {
		server.stubFor(get("/a").willReturn(fresh().withHeader("Vary", "X").withBody("x")));
		server
			.stubFor(get("/a").withHeader("Y", equalTo("1")).willReturn(fresh().withHeader("Vary", "Y").withBody("y")));
		assertThat(fetch("/a", "X: 1")).isEqualTo("200 x");
		assertThat(fetch("/a", "X: 2 | Y: 1")).isEqualTo("200 y");
		assertThat(fetch("/a", "X: 2 | Y: 1")).isEqualTo("200 y");
		assertThat(fetch("/a", "X: 2")).isEqualTo("200 x");
		assertThat(fetch("/a", "X: 2")).isEqualTo("200 x");
		outcomes("MISS", "MISS", "HIT", "MISS", "HIT");
	}

	@Test
	void preferredLanguageIsSelectedFromStoredVariants() {
		server.stubFor(get("/a").willReturn(
				fresh().withHeader("Vary", "Accept-Language").withHeader("Content-Language", "de").withBody("de")));
		fetch("/a", "Accept-Language: en, de");
		fetch("/a", "Accept-Language: fr;q=0.5, de");
		fetch("/a", "Accept-Language: fr, de");
		outcomes("MISS", "HIT", "MISS");
	}

	@Test
	void valuesOfSelectingFieldsAreNotWritten() throws Exception {
		server.stubFor(get("/a").willReturn(fresh().withHeader("Vary", "Cookie, X").withBody("a")));
		fetch("/a", "Cookie: session=secret | X: secret");
		fetch("/a", "Cookie: session=other | X: secret");
		fetch("/a", "Cookie: session=secret | X: secret");
		outcomes("MISS", "MISS", "HIT");
		assertThat(files()).hasSize(3).noneMatch((file) -> file.contains("secret"));
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
	void headOfCompressingProxyConfirmsStoredResponse() {
		WebClient client = scripted((number, request) -> {
			ClientResponse.Builder response = ClientResponse.create(HttpStatus.OK)
				.header("Date", NOW)
				.header("Cache-Control", "max-age=60");
			return Mono.just((number == 1) ? response.header("ETag", "\"a\"").header("Content-Length", "4").build()
					: response.header("ETag", "W/\"a\"").body("text").build());
		});
		assertThat(text(client)).isEqualTo("text");
		client.head().uri("/a").header("Cache-Control", "no-cache").retrieve().toBodilessEntity().block();
		assertThat(text(client)).isEqualTo("text");
		outcomes("MISS", "MISS", "HIT");
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
	void headOfChangedRepresentationRemovesStoredResponse() {
		server.stubFor(
				get("/a").willReturn(fresh().withHeader("Last-Modified", Fields.date(Fields.NOW)).withBody("text")));
		server.stubFor(head(urlEqualTo("/a"))
			.willReturn(fresh().withHeader("Last-Modified", Fields.date(Fields.NOW.plusSeconds(1)))));
		fetch("/a", "");
		entity(HttpMethod.HEAD, "/a", "Cache-Control: no-cache");
		fetch("/a", "");
		outcomes("MISS", "MISS", "MISS");
	}

	@Test
	void rangeIsServedFromStoredResponse() {
		server.stubFor(get("/a").willReturn(fresh().withBody("abcdef")));
		server.stubFor(get("/a").withHeader("Range", equalTo("bytes=9-"))
			.willReturn(fresh().withStatus(416).withHeader("Content-Range", "bytes */6")));
		fetch("/a", "");
		ResponseEntity<String> part = entity(HttpMethod.GET, "/a", "Range: bytes=1-2");
		assertThat(part.getStatusCode().value()).isEqualTo(206);
		assertThat(part.getBody()).isEqualTo("bc");
		assertThat(part.getHeaders().getFirst("Content-Range")).isEqualTo("bytes 1-2/6");
		assertThat(fetch("/a", "Range: bytes=9-")).isEqualTo("416 ");
		assertThat(fetch("/a", "")).isEqualTo("200 abcdef");
		outcomes("MISS", "HIT", "MISS", "HIT");
	}

	@ParameterizedTest
	@ValueSource(ints = { 10, 200_000 })
	void hitHasContentLength(int length) {
		this.cache = HttpCache.inMemory(DataSize.ofMegabytes(1)).withClock(this.clock);
		server.stubFor(get("/a").willReturn(fresh().withBody("x".repeat(length))));
		fetchLarge("/a", "");
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
			assertThat(fetchLarge("/a", "X: " + x)).isEqualTo("200 " + large);
		}
		assertThat(fetchLarge("/a", "X: 1 | Range: bytes=100003-100007")).isEqualTo("206 34567");
		assertThat(fetchLarge("/a", "X: 1 | Range: bytes=5-")).isEqualTo("206 " + large.substring(5));
		outcomes("MISS", "MISS", "HIT", "HIT", "HIT", "HIT");
	}

	@Test
	void evictedUrlIsNotStoredByEarlierRequest() {
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
		assertThat(this.cache.entries(URI.create(server.baseUrl() + "/a"))).extracting(CacheEntry::mediaType)
			.containsExactly("text/html", "text/plain");
		assertThat(this.cache.size().entries()).as("two responses and their index").isEqualTo(3);
	}

	@Test
	void entriesAndEvictIncludeAllVariants() {
		server.stubFor(get("/a").willReturn(fresh().withHeader("Vary", "X").withBody("a")));
		fetch("/a", "X: 1");
		fetch("/a", "X: 2");
		URI uri = URI.create(server.baseUrl() + "/a");
		assertThat(this.cache.entries(uri)).hasSize(2).allMatch((entry) -> entry.status() == 200);
		this.cache.evict(uri);
		assertThat(this.cache.entries(uri)).isEmpty();
		fetch("/a", "X: 1");
		outcomes("MISS", "MISS", "MISS");
	}

	@Test
	void partialResponseIsNotStored() {
		server.stubFor(get("/a").willReturn(fresh().withBody("abcdef")));
		server.stubFor(get("/a").withHeader("Range", equalTo("bytes=1-2"))
			.willReturn(fresh().withStatus(206).withHeader("Content-Range", "bytes 1-2/6").withBody("bc")));
		assertThat(fetch("/a", "Range: bytes=1-2")).isEqualTo("206 bc");
		assertThat(fetch("/a", "")).isEqualTo("200 abcdef");
		outcomes("MISS", "MISS");
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
		Sinks.One<ClientResponse> answer = Sinks.one();
		WebClient client = scripted((number, request) -> {
			asked.add(String.valueOf(request.getFirst("If-None-Match")));
			return (number == 0) ? Mono.just(response("max-age=1, stale-while-revalidate=9", "old")) : answer.asMono();
		});
		assertThat(text(client)).isEqualTo("old");
		this.clock.advance(Duration.ofSeconds(5));
		assertThat(text(client)).isEqualTo("old");
		assertThat(text(client)).isEqualTo("old");
		assertThat(List.of(asked.take(), asked.take())).containsExactly("null", "\"a\"");
		answer.tryEmitValue(response("max-age=99", "new"));
		String after = Flux.defer(() -> Mono.just(text(client)))
			.repeat()
			.filter("new"::equals)
			.blockFirst(Duration.ofSeconds(10));
		assertThat(after).isEqualTo("new");
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
			assertThatThrownBy(() -> fetch("/a", "")).isInstanceOf(WebClientRequestException.class);
			outcomes("MISS");
		}
		else {
			assertThat(fetch("/a", "")).isEqualTo(status + " ");
			outcomes("MISS", "MISS");
		}
	}

	@Test
	void settingsForbidStaleResponseWhenDisconnected() {
		this.cache = this.cache.withSettings(CacheSettings.defaults().withStaleIfDisconnected(false));
		server.stubFor(get("/a").willReturn(fresh().withBody("a")));
		fetch("/a", "");
		server.stubFor(get("/a").willReturn(aResponse().withFault(Fault.EMPTY_RESPONSE)));
		this.clock.advance(Duration.ofSeconds(60));
		assertThatThrownBy(() -> fetch("/a", "")).isInstanceOf(WebClientRequestException.class);
	}

	@Test
	void equalConcurrentRequestsAreCoalesced() {
		AtomicInteger requests = new AtomicInteger();
		Sinks.One<ClientResponse> answer = Sinks.one();
		Sinks.Empty<Void> begun = Sinks.empty();
		WebClient client = scripted((number, request) -> {
			requests.incrementAndGet();
			begun.tryEmitEmpty();
			return answer.asMono();
		});
		Mono<List<String>> all = Flux.range(0, 50).flatMap((i) -> body(client), 50).collectList().cache();
		all.subscribe();
		begun.asMono().block(Duration.ofSeconds(10));
		answer.tryEmitValue(response("max-age=60", "a"));
		assertThat(all.block(Duration.ofSeconds(10))).hasSize(50).containsOnly("a");
		assertThat(requests).hasValue(1);
		assertThat(this.outcomes).hasSize(50).containsOnlyOnce(CacheOutcome.MISS);
	}

	@ParameterizedTest
	@ValueSource(strings = { "no-store", "error" })
	void coalescedRequestIsForwardedIfNothingWasStored(String cacheControl) {
		AtomicInteger requests = new AtomicInteger();
		Sinks.One<ClientResponse> answer = Sinks.one();
		WebClient client = scripted((number, request) -> {
			requests.incrementAndGet();
			return (number == 0) ? answer.asMono() : Mono.just(response("no-store", "own"));
		});
		Mono<List<String>> all = Flux.range(0, 5)
			.flatMap((i) -> body(client).onErrorReturn("error"), 5)
			.collectList()
			.cache();
		all.subscribe();
		if (cacheControl.equals("error")) {
			answer.tryEmitError(new IllegalStateException("broken"));
		}
		else {
			answer.tryEmitValue(response(cacheControl, "first"));
		}
		assertThat(all.block(Duration.ofSeconds(10))).hasSize(5).contains("own");
		assertThat(requests).hasValue(5);
	}

	@Test
	void responseRequestedBeforeInvalidationIsNotStored() {
		assertOldResponseIsNotStoredAfter(
				(client) -> client.put().uri("/a").retrieve().toBodilessEntity().block(Duration.ofSeconds(10)));
		assertThat(this.outcomes).containsExactly(CacheOutcome.BYPASS, CacheOutcome.MISS, CacheOutcome.MISS);
	}

	/** Run an action between a request and its response, which is then old. */
	private void assertOldResponseIsNotStoredAfter(Consumer<WebClient> action) {
		Sinks.One<ClientResponse> old = Sinks.one();
		Sinks.Empty<Void> begun = Sinks.empty();
		WebClient client = scripted((number, request) -> {
			begun.tryEmitEmpty();
			return (number == 0) ? old.asMono() : Mono.just(response("max-age=60", "new"));
		});
		Mono<String> slow = body(client).cache();
		slow.subscribe();
		begun.asMono().block(Duration.ofSeconds(10));
		action.accept(client);
		old.tryEmitValue(response("max-age=60", "old"));
		assertThat(slow.block(Duration.ofSeconds(10))).isEqualTo("old");
		assertThat(text(client)).isEqualTo("new");
	}

	EntryPoint entryPoint() {
		return EntryPoint.FILTER;
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

	private String fetchLarge(String path, String fields) {
		ResponseEntity<byte[]> answer = entryPoint().client(this.cache)
			.baseUrl(server.baseUrl())
			.codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(-1))
			.build()
			.get()
			.uri(path)
			.headers((headers) -> headers.addAll(Fields.of(fields)))
			.retrieve()
			.toEntity(byte[].class)
			.block(Duration.ofSeconds(10));
		return answer.getStatusCode().value() + " " + new String(answer.getBody());
	}

	private ResponseEntity<String> entity(HttpMethod method, String path, String fields) {
		return entryPoint().client(this.cache)
			.baseUrl(server.baseUrl())
			.build()
			.method(method)
			.uri(path)
			.headers((headers) -> headers.addAll(Fields.of(fields)))
			.retrieve()
			.onStatus((status) -> true, (response) -> Mono.empty())
			.toEntity(String.class)
			.block(Duration.ofSeconds(10));
	}

	private WebClient scripted(Script script) {
		AtomicInteger number = new AtomicInteger();
		ClientHttpConnector connector = EntryPoint
			.scripted((request) -> script.answer(number.getAndIncrement(), request.getHeaders()));
		return entryPoint().client(this.cache, connector).baseUrl("http://cookbooks.dev").build();
	}

	private static Mono<String> body(WebClient client) {
		return client.get().uri("/a").retrieve().bodyToMono(String.class);
	}

	private static String text(WebClient client) {
		return body(client).block(Duration.ofSeconds(10));
	}

	private static ClientResponse response(String cacheControl, String body) {
		return ClientResponse.create(HttpStatus.OK)
			.header("Date", NOW)
			.header("ETag", "\"a\"")
			.header("Cache-Control", cacheControl)
			.body(body)
			.build();
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

		Mono<ClientResponse> answer(int number, HttpHeaders request);

	}

}
