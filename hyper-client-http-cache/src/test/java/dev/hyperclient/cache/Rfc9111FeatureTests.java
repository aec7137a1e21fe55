package dev.hyperclient.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.TestClients.ScriptedResponse;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.fixtures.TestClock;
import dev.hyperclient.fixtures.Waiting;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

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
	void cookiesAreStoredWithResponse() {
		server.stubFor(get("/a").willReturn(fresh().withHeader("Set-Cookie", "a=1", "b=2")));
		for (int i = 0; i < 2; i++) {
			HttpHeaders answer = entity(HttpMethod.GET, "/a", "").getHeaders();
			assertThat(answer.get("Set-Cookie")).containsExactly("a=1", "b=2");
			assertThat(answer.headerNames()).noneMatch((name) -> name.startsWith("hyper-client"));
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
	void coalescedRequestIsForwardedIfNothingWasStored() throws Exception {
		AtomicInteger requests = new AtomicInteger();
		CompletableFuture<ScriptedResponse> answer = new CompletableFuture<>();
		TestClient client = scripted((number, request) -> {
			requests.incrementAndGet();
			return (number == 0) ? answer : completed(response("no-store", "own"));
		});
		List<CompletableFuture<String>> all = inThreads(5, () -> text(client));
		answer.complete(response("no-store", "first"));
		assertThat(all).extracting((one) -> one.get(10, TimeUnit.SECONDS)).contains("own");
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
		Waiting.await().until(() -> listener.decisions.size() == 2);
		first.complete(new ScriptedResponse(200,
				Fields.of("Date: @0 | Age: 5 | ETag: \"a\" | Cache-Control: max-age=1, stale-while-revalidate=60"),
				"stale"));
		assertThat(all).allSatisfy((one) -> assertThat(one.get(20, TimeUnit.SECONDS)).isEqualTo("stale"));
		assertThat(conditions.poll(20, TimeUnit.SECONDS)).isEqualTo("null");
		assertThat(conditions.poll(20, TimeUnit.SECONDS)).isEqualTo("\"a\"");
	}

	@Test
	void responseThatWasNotStoredIsNotWaitedForAgainWithOtherIgnoredParameters() {
		this.cache = this.cache.withRules(List.of(CacheRule.of("/a").withIgnoredQueryParameters(List.of("ref"))));
		CountDownLatch concurrent = new CountDownLatch(3);
		TestClient client = scripted((number, request) -> {
			if (number == 0) {
				return completed(response("no-store", "x"));
			}
			concurrent.countDown();
			return CompletableFuture.supplyAsync(() -> response("no-store", String.valueOf(await(concurrent))));
		});
		assertThat(client.get(SCRIPTED + "?ref=0").getBody()).isEqualTo("x");
		AtomicInteger number = new AtomicInteger();
		assertThat(inThreads(3, () -> client.get(SCRIPTED + "?ref=" + number.incrementAndGet()).getBody()))
			.allSatisfy((one) -> assertThat(one.get(20, TimeUnit.SECONDS)).isEqualTo("true"));
	}

	@Test
	void responseRequestedBeforeTheCacheIsClearedIsNotStored() throws Exception {
		CompletableFuture<ScriptedResponse> old = new CompletableFuture<>();
		CountDownLatch begun = new CountDownLatch(1);
		TestClient client = scripted((number, request) -> {
			begun.countDown();
			return (number == 0) ? old : completed(response("max-age=60", "new"));
		});
		CompletableFuture<String> slow = inThreads(1, () -> text(client)).get(0);
		assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
		this.cache.clear();
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
		return aResponse().withHeader("Date", NOW).withHeader("Cache-Control", "max-age=60");
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
