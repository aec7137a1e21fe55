package dev.hyperclient.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.hyperclient.cache.TestClients.ScriptedResponse;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.store.TestStore;
import dev.hyperclient.fixtures.TestClock;
import dev.hyperclient.fixtures.Waiting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The {@code Cache-Status} field (RFC 9211).
 */
class CacheStatusTests {

	private static final String URL = "http://cookbooks.dev/a";

	private static final String FRESH = "Date: @0 | Cache-Control: max-age=60";

	private final TestClock clock = new TestClock(Fields.NOW);

	private HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1))
		.withClock(this.clock)
		.withSettings(CacheSettings.defaults().withCacheStatus("test"));

	private volatile ScriptedResponse answer = answer(200, FRESH);

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void missAndHitAreDistinguished(TestClients clients) {
		TestClient client = client(clients);
		assertThat(status(client, "")).containsExactly("test; fwd=uri-miss; fwd-status=200; stored");
		this.clock.advance(Duration.ofSeconds(7));
		assertThat(status(client, "")).containsExactly("test; hit; ttl=53");
		assertThat(client.exchange(HttpMethod.HEAD, URL, HttpHeaders.EMPTY).getHeaders().get("Cache-Status"))
			.containsExactly("test; hit; ttl=53");
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void reasonsToForwardAreDistinguished(TestClients clients) {
		TestClient client = client(clients);
		this.answer = answer(200, FRESH + " | Vary: X | ETag: \"a\"");
		status(client, "X: 1");
		assertThat(status(client, "X: 2")).containsExactly("test; fwd=vary-miss; fwd-status=200; stored");
		assertThat(status(client, "X: 1 | Range: bytes=90-"))
			.containsExactly("test; fwd=partial; fwd-status=200; stored");
		assertThat(status(client, "X: 1 | Cache-Control: no-store"))
			.containsExactly("test; fwd=request; fwd-status=200");
		assertThat(status(client, "X: 1 | If-Match: \"b\"")).containsExactly("test; fwd=bypass; fwd-status=200");
		this.answer = answer(304, "Date: @0 | ETag: \"a\"");
		assertThat(status(client, "X: 1 | Cache-Control: no-cache"))
			.containsExactly("test; fwd=request; fwd-status=304; ttl=60");
		this.clock.advance(Duration.ofSeconds(61));
		this.answer = answer(304, "Date: @61 | ETag: \"a\"");
		assertThat(status(client, "X: 1")).containsExactly("test; fwd=stale; fwd-status=304; ttl=60");
		assertThat(client.exchange(HttpMethod.HEAD, "http://cookbooks.dev/b", HttpHeaders.EMPTY)
			.getHeaders()
			.get("Cache-Status")).containsExactly("test; fwd=uri-miss; fwd-status=304");
		this.answer = answer(204, "");
		assertThat(client.exchange(HttpMethod.DELETE, URL, HttpHeaders.EMPTY).getHeaders().get("Cache-Status"))
			.containsExactly("test; fwd=method; fwd-status=204");
		this.answer = answer(500, "");
		assertThat(status(client, "")).containsExactly("test; fwd=uri-miss; fwd-status=500");
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void partsAreDistinguished(TestClients clients) {
		TestClient client = client(clients);
		this.answer = new ScriptedResponse(206, Fields.of(FRESH + " | ETag: \"a\" | Content-Range: bytes 1-2/4"), "ex");
		assertThat(status(client, "Range: bytes=1-2")).containsExactly("test; fwd=uri-miss; fwd-status=206; stored");
		assertThat(status(client, "Range: bytes=2-2")).containsExactly("test; hit; ttl=60");
		assertThat(status(client, "Range: bytes=0-0")).containsExactly("test; fwd=partial; fwd-status=206; stored");
		this.clock.advance(Duration.ofSeconds(61));
		assertThat(status(client, "Range: bytes=1-2")).containsExactly("test; fwd=stale; fwd-status=206; stored");
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void remainderIsDistinguished(TestClients clients) {
		TestClient client = client(clients);
		this.answer = new ScriptedResponse(206, Fields.of(FRESH + " | ETag: \"a\" | Content-Range: bytes 0-1/4"), "te");
		status(client, "Range: bytes=0-1");
		this.answer = new ScriptedResponse(206, Fields.of(FRESH + " | ETag: \"a\" | Content-Range: bytes 2-3/4"), "xt");
		assertThat(status(client, "")).containsExactly("test; fwd=partial; fwd-status=206; stored");
		assertThat(client.get(URL).getBody()).isEqualTo("text");
	}

	@Test
	void contentThatASharedStoreDoesNotAcceptIsNotSaidToBeStored() {
		this.cache = HttpCache.using(new TestStore.Shared())
			.withSettings(CacheSettings.defaults().withCacheStatus("test"));
		TestClient client = client(new RestClients());
		this.answer = new ScriptedResponse(206,
				Fields.of("Cache-Control: max-age=60 | ETag: \"a\" | Content-Range: bytes 0-1/13"), "te");
		status(client, "Range: bytes=0-1");
		this.answer = new ScriptedResponse(206,
				Fields
					.of("Cache-Control: max-age=60 | ETag: \"a\" | Content-Range: bytes 2-12/13 | Content-Length: 11"),
				"eleven more");
		assertThat(status(client, "")).containsExactly("test; fwd=partial; fwd-status=206");
		this.answer = new ScriptedResponse(200, Fields.of("Cache-Control: max-age=60 | Content-Length: 11"),
				"eleven more");
		assertThat(status(client, "Cache-Control: no-cache")).containsExactly("test; fwd=request; fwd-status=200");
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void staleAndGeneratedResponsesAreDistinguished(TestClients clients) {
		TestClient client = client(clients);
		assertThat(status(client, "Cache-Control: only-if-cached")).containsExactly("test; detail=only-if-cached");
		this.answer = answer(200, "Date: @0 | Cache-Control: max-age=5, stale-if-error=60");
		status(client, "");
		this.clock.advance(Duration.ofSeconds(7));
		this.answer = answer(503, "");
		assertThat(status(client, ""))
			.containsExactly("test; fwd=stale; fwd-status=503; ttl=-2; detail=stale-if-error");
		assertThat(status(client, "Cache-Control: max-stale")).containsExactly("test; hit; ttl=-2");
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void fieldFollowsThoseOfTheNetworkAndIsNotStored(TestClients clients) {
		TestClient client = client(clients);
		this.answer = answer(200, FRESH + " | Cache-Status: origin; hit | Cache-Status: edge; fwd=stale");
		assertThat(status(client, "")).containsExactly("origin; hit", "edge; fwd=stale",
				"test; fwd=uri-miss; fwd-status=200; stored");
		for (int i = 0; i < 2; i++) {
			assertThat(String.join(", ", status(client, "")))
				.isEqualTo("origin; hit, edge; fwd=stale, test; hit; ttl=60");
		}
	}

	@Test
	void waitingRequestThatIsForwardedIsNotCollapsed() throws Exception {
		CompletableFuture<ScriptedResponse> first = new CompletableFuture<>();
		CountDownLatch begun = new CountDownLatch(1);
		TestClient client = new RestClients().scripted(this.cache, (request) -> {
			boolean waits = begun.getCount() > 0;
			begun.countDown();
			return waits ? first : CompletableFuture.completedFuture(answer(200, "Cache-Control: no-store"));
		});
		Thread sending = new Thread(() -> status(client, ""));
		sending.start();
		assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
		List<String> waited = new CopyOnWriteArrayList<>();
		Thread waiting = new Thread(() -> waited.addAll(status(client, "")));
		waiting.start();
		Waiting.await()
			.until(() -> waiting.getState() == Thread.State.WAITING
					|| waiting.getState() == Thread.State.TIMED_WAITING);
		first.complete(answer(200, "Cache-Control: no-store"));
		waiting.join(10_000);
		assertThat(waited).containsExactly("test; fwd=uri-miss; collapsed=?0; fwd-status=200");
	}

	@Test
	void blockingExchangeHasField() {
		List<CacheResponse> answers = new ArrayList<>();
		RequestSender exchange = this.cache.around((request) -> {
			if (answers.size() == 2) {
				throw new UncheckedIOException(new IOException("refused"));
			}
			return CacheResponse.of(request.uri(), 200, Fields.of(FRESH), "text".getBytes());
		});
		for (int i = 0; i < 3; i++) {
			answers.add(exchange.exchange(CacheRequest.get(URI.create(URL), HttpHeaders.EMPTY)));
			this.clock.advance(Duration.ofSeconds(40));
		}
		assertThat(answers).extracting((response) -> response.headers().getFirst("Cache-Status"))
			.containsExactly("test; fwd=uri-miss; fwd-status=200; stored", "test; hit; ttl=20",
					"test; fwd=stale; ttl=-20; detail=disconnected");
	}

	@Test
	void keyIsShownOnRequest() {
		this.cache = this.cache.withSettings(CacheSettings.defaults().withCacheStatus("test").withCacheStatusKey(true));
		assertThat(status(client(new RestClients()), ""))
			.containsExactly("test; fwd=uri-miss; fwd-status=200; stored; key=\"http://cookbooks.dev/a\"");
	}

	@Test
	void nameThatIsNoTokenIsQuoted() {
		this.cache = this.cache.withSettings(CacheSettings.defaults().withCacheStatus("my \"cache\""));
		assertThat(status(client(new RestClients()), "")).singleElement()
			.asString()
			.startsWith("\"my \\\"cache\\\"\"; fwd");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "caché", "a\nb" })
	void invalidNameIsRejected(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> CacheSettings.defaults().withCacheStatus(name));
	}

	@Test
	void fieldIsNotAddedByDefault() {
		this.cache = this.cache.withSettings(CacheSettings.defaults());
		TestClient client = client(new RestClients());
		for (int i = 0; i < 2; i++) {
			assertThat(client.get(URL).getHeaders().containsHeader("Cache-Status")).isFalse();
		}
	}

	private TestClient client(TestClients clients) {
		return clients.scripted(this.cache, (request) -> CompletableFuture.completedFuture(this.answer));
	}

	private static List<String> status(TestClient client, String fields) {
		ResponseEntity<String> response = client.exchange(HttpMethod.GET, URL, Fields.of(fields));
		return response.getHeaders().getOrEmpty("Cache-Status");
	}

	private static ScriptedResponse answer(int status, String fields) {
		return new ScriptedResponse(status, Fields.of(fields), (status == 200) ? "text" : "");
	}

}
