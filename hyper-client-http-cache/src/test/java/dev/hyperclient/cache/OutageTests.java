package dev.hyperclient.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.cache.TestClients.ScriptedResponse;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.fixtures.TestClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the switch for offline, and for the pause after failures.
 */
class OutageTests {

	private static final String URL = "http://cookbooks.dev/a";

	private static final String OTHER = "http://cookbooks.dev/b";

	private static final Duration INTERVAL = Duration.ofSeconds(30);

	private final TestClock clock = new TestClock(Fields.NOW);

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1))
		.withClock(this.clock)
		.withSettings(CacheSettings.defaults().withCacheStatus("test"));

	private final AtomicInteger requests = new AtomicInteger();

	/** The status that the server answers with, zero if the connection fails. */
	private volatile int answer = 200;

	private volatile String cacheControl = "max-age=10";

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void offlineRequestsAreAnsweredByTheCacheAlone(TestClients clients) {
		TestClient client = client(clients, this.cache);
		client.get(URL);
		this.clock.advance(Duration.ofDays(1));
		this.cache.switchOffline(true);
		ResponseEntity<String> stored = client.get(URL);
		assertThat(text(stored)).isEqualTo("200 a");
		assertThat(cacheStatus(stored)).startsWith("test; hit; ttl=-").endsWith("; detail=offline");
		assertThat(status(client, HttpMethod.HEAD, "")).isEqualTo(200);
		ResponseEntity<String> missing = client.get(OTHER);
		assertThat(missing.getStatusCode().value()).isEqualTo(504);
		assertThat(cacheStatus(missing)).isEqualTo("test; detail=offline");
		assertThat(status(client, HttpMethod.POST, "")).isEqualTo(504);
		assertThat(this.requests).hasValue(1);
		this.cache.switchOffline(false);
		assertThat(text(client.get(OTHER))).isEqualTo("200 a");
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';',
			value = { "max-age=10; 200", "max-age=10, must-revalidate; 504", "max-age=10, s-maxage=10; 200",
					"no-cache; 504", "no-store; 504", "max-age=10, stale-while-revalidate=99999; 200" })
	void responseThatForbidsItIsNotServedOffline(String cacheControl, int status) {
		this.cacheControl = cacheControl;
		TestClient client = client(new RestClients(), this.cache);
		client.get(URL);
		this.clock.advance(Duration.ofMinutes(1));
		this.cache.switchOffline(true);
		assertThat(status(client, HttpMethod.GET, "")).isEqualTo(status);
		assertThat(this.requests).hasValue(1);
	}

	@Test
	void ruleMayAllowStaleUseThatTheResponseForbids() {
		this.cacheControl = "no-cache";
		TestClient client = client(new RestClients(),
				this.cache.withRules(List.of(CacheRule.of("/a").withMaxAge(INTERVAL).withOverride(true))));
		client.get(URL);
		this.clock.advance(Duration.ofMinutes(1));
		this.cache.switchOffline(true);
		assertThat(text(client.get(URL))).isEqualTo("200 a");
	}

	@Test
	void responseOfAnotherUserIsNotServedOffline() {
		TestClient client = client(new RestClients(), this.cache);
		assertThat(status(client, HttpMethod.GET, "Authorization: ann")).isEqualTo(200);
		this.cache.switchOffline(true);
		assertThat(status(client, HttpMethod.GET, "Authorization: ann")).isEqualTo(200);
		assertThat(status(client, HttpMethod.GET, "Authorization: bob")).isEqualTo(504);
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void originThatHasFailedIsTriedOnceInEachInterval(TestClients clients) {
		TestClient client = client(clients, paused());
		client.get(URL);
		this.clock.advance(Duration.ofMinutes(1));
		this.answer = 0;
		ask(client, 1);
		this.answer = 503;
		ask(client, 2);
		assertThat(this.requests).hasValue(4);
		assertThat(cacheStatus(client.get(URL))).startsWith("test; hit; ttl=-").endsWith("; detail=paused");
		ask(client, 5);
		assertThat(this.requests).hasValue(4);
		this.clock.advance(INTERVAL);
		ask(client, 5);
		assertThat(this.requests).hasValue(5);
		this.clock.advance(INTERVAL);
		this.answer = 304;
		ask(client, 1);
		this.clock.advance(Duration.ofMinutes(1));
		ask(client, 1);
		assertThat(this.requests).hasValue(7);
	}

	@Test
	void responseOfTheOriginEndsTheCount() {
		TestClient client = client(new RestClients(), paused());
		client.get(URL);
		this.clock.advance(Duration.ofMinutes(1));
		this.answer = 500;
		ask(client, 2);
		this.answer = 404;
		client.get(OTHER);
		this.answer = 500;
		ask(client, 2);
		assertThat(this.requests).hasValue(6);
	}

	@Test
	void invalidatedResponseIsNotServedInPause() {
		TestClient client = client(new RestClients(), paused());
		client.get(URL);
		this.clock.advance(Duration.ofMinutes(1));
		this.answer = 503;
		ask(client, 4);
		this.answer = 200;
		client.exchange(HttpMethod.DELETE, URL, HttpHeaders.EMPTY);
		this.answer = 503;
		assertThat(status(client, HttpMethod.GET, "")).isEqualTo(503);
	}

	private HttpCache paused() {
		return this.cache.withSettings(CacheSettings.defaults()
			.withCacheStatus("test")
			.withStaleIfError(Duration.ofHours(1))
			.withPauseAfterFailures(INTERVAL));
	}

	private TestClient client(TestClients clients, HttpCache used) {
		return clients.scripted(used, (request) -> {
			this.requests.incrementAndGet();
			return (this.answer == 0)
					? CompletableFuture.failedFuture(new UncheckedIOException(new IOException("reset")))
					: CompletableFuture.completedFuture(new ScriptedResponse(this.answer,
							Fields.of("ETag: \"1\" | Cache-Control: " + this.cacheControl), "a"));
		});
	}

	private static void ask(TestClient client, int times) {
		for (int i = 0; i < times; i++) {
			assertThat(text(client.get(URL))).isEqualTo("200 a");
		}
	}

	private static int status(TestClient client, HttpMethod method, String fields) {
		return client.exchange(method, URL, Fields.of(fields)).getStatusCode().value();
	}

	private static String text(ResponseEntity<String> response) {
		return response.getStatusCode().value() + " " + response.getBody();
	}

	private static String cacheStatus(ResponseEntity<String> response) {
		return response.getHeaders().getFirst("Cache-Status");
	}

}
