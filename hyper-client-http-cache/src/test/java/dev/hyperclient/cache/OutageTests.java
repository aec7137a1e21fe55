package dev.hyperclient.cache;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.fixtures.TestClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.util.unit.DataSize;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the switch for offline, and for the pause after failures.
 */
class OutageTests {

	private static final Duration INTERVAL = Duration.ofSeconds(30);

	@RegisterExtension
	static final WireMockExtension server = WireMockExtension.newInstance()
		.options(WireMockConfiguration.options().dynamicPort().http2PlainDisabled(true))
		.build();

	private final TestClock clock = new TestClock(Instant.now());

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1))
		.withClock(this.clock)
		.withSettings(CacheSettings.defaults().withCacheStatus("test"));

	static Stream<TestClients> clients() {
		return Stream.of(new WebClients(), new RestClients());
	}

	private static ResponseDefinitionBuilder response(String cacheControl) {
		return aResponse().withBody("a").withHeader("Cache-Control", cacheControl).withHeader("ETag", "\"1\"");
	}

	private static String text(ResponseEntity<String> response) {
		return response.getStatusCode().value() + " " + response.getBody();
	}

	private static String status(ResponseEntity<String> response) {
		return response.getHeaders().getFirst("Cache-Status");
	}

	@ParameterizedTest
	@MethodSource("clients")
	void offlineRequestsAreAnsweredByTheCacheAlone(TestClients clients) {
		server.stubFor(any(anyUrl()).willReturn(response("max-age=10")));
		TestClient client = clients.create(this.cache);
		client.get(server.url("/a"));
		this.clock.advance(Duration.ofDays(1));
		server.resetRequests();
		this.cache.switchOffline(true);
		ResponseEntity<String> stored = client.get(server.url("/a"));
		assertThat(text(stored)).isEqualTo("200 a");
		assertThat(status(stored)).startsWith("test; hit; ttl=-").endsWith("; detail=offline");
		assertThat(client.exchange(HttpMethod.HEAD, server.url("/a"), HttpHeaders.EMPTY).getStatusCode().value())
			.isEqualTo(200);
		ResponseEntity<String> missing = client.get(server.url("/b"));
		assertThat(missing.getStatusCode().value()).isEqualTo(504);
		assertThat(status(missing)).isEqualTo("test; detail=offline");
		assertThat(client.exchange(HttpMethod.POST, server.url("/a"), HttpHeaders.EMPTY).getStatusCode().value())
			.isEqualTo(504);
		server.verify(0, anyRequestedFor(anyUrl()));
		this.cache.switchOffline(false);
		assertThat(text(client.get(server.url("/b")))).isEqualTo("200 a");
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';',
			value = { "max-age=10; 200", "max-age=10, must-revalidate; 504", "max-age=10, s-maxage=10; 200",
					"no-cache; 504", "no-store; 504", "max-age=10, stale-while-revalidate=99999; 200" })
	void responseThatForbidsItIsNotServedOffline(String cacheControl, int status) {
		server.stubFor(get("/a").willReturn(response(cacheControl)));
		TestClient client = new RestClients().create(this.cache);
		client.get(server.url("/a"));
		this.clock.advance(Duration.ofMinutes(1));
		this.cache.switchOffline(true);
		assertThat(client.get(server.url("/a")).getStatusCode().value()).isEqualTo(status);
		server.verify(1, anyRequestedFor(anyUrl()));
	}

	@Test
	void ruleMayAllowStaleUseThatTheResponseForbids() {
		server.stubFor(get("/a").willReturn(response("no-cache")));
		HttpCache ruled = this.cache.withRules(List.of(CacheRule.of("/a").withMaxAge(INTERVAL).withOverride(true)));
		TestClient client = new RestClients().create(ruled);
		client.get(server.url("/a"));
		this.clock.advance(Duration.ofMinutes(1));
		this.cache.switchOffline(true);
		assertThat(text(client.get(server.url("/a")))).isEqualTo("200 a");
	}

	@Test
	void responseOfAnotherUserIsNotServedOffline() {
		server.stubFor(get("/a").willReturn(response("max-age=10")));
		new RestClients().withIdentity(this.cache, "ann").get(server.url("/a"));
		this.cache.switchOffline(true);
		assertThat(new RestClients().withIdentity(this.cache, "ann").get(server.url("/a")).getStatusCode().value())
			.isEqualTo(200);
		assertThat(new RestClients().withIdentity(this.cache, "bob").get(server.url("/a")).getStatusCode().value())
			.isEqualTo(504);
	}

	@ParameterizedTest
	@MethodSource("clients")
	void originThatHasFailedIsTriedOnceInEachInterval(TestClients clients) {
		TestClient client = clients.create(paused());
		server.stubFor(get("/a").willReturn(response("max-age=10")));
		client.get(server.url("/a"));
		this.clock.advance(Duration.ofMinutes(1));
		server.resetRequests();
		server.stubFor(get("/a").willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));
		assertThat(text(client.get(server.url("/a")))).isEqualTo("200 a");
		server.stubFor(get("/a").willReturn(aResponse().withStatus(503)));
		ask(client, 2);
		server.resetRequests();
		ResponseEntity<String> paused = client.get(server.url("/a"));
		assertThat(status(paused)).startsWith("test; hit; ttl=-").endsWith("; detail=paused");
		ask(client, 5);
		server.verify(0, anyRequestedFor(anyUrl()));
		this.clock.advance(INTERVAL);
		ask(client, 5);
		server.verify(1, anyRequestedFor(anyUrl()));
		this.clock.advance(INTERVAL);
		server.stubFor(get("/a").willReturn(aResponse().withStatus(304).withHeader("ETag", "\"1\"")));
		ask(client, 1);
		this.clock.advance(Duration.ofMinutes(1));
		ask(client, 1);
		server.verify(3, anyRequestedFor(anyUrl()));
	}

	@Test
	void responseOfTheOriginEndsTheCount() {
		TestClient client = new RestClients().create(paused());
		server.stubFor(get("/a").willReturn(response("max-age=10")));
		client.get(server.url("/a"));
		this.clock.advance(Duration.ofMinutes(1));
		server.stubFor(get("/a").willReturn(aResponse().withStatus(500)));
		server.stubFor(get("/b").willReturn(aResponse().withStatus(404)));
		server.resetRequests();
		ask(client, 2);
		client.get(server.url("/b"));
		ask(client, 2);
		server.verify(5, anyRequestedFor(anyUrl()));
	}

	@Test
	void invalidatedResponseIsNotServedInPause() {
		TestClient client = new RestClients().create(paused());
		server.stubFor(any(anyUrl()).willReturn(response("max-age=10")));
		client.get(server.url("/a"));
		this.clock.advance(Duration.ofMinutes(1));
		server.stubFor(get("/a").willReturn(aResponse().withStatus(503)));
		ask(client, 4);
		client.exchange(HttpMethod.DELETE, server.url("/a"), HttpHeaders.EMPTY);
		assertThat(client.get(server.url("/a")).getStatusCode().value()).isEqualTo(503);
	}

	private HttpCache paused() {
		return this.cache.withSettings(CacheSettings.defaults()
			.withCacheStatus("test")
			.withStaleIfError(Duration.ofHours(1))
			.withPauseAfterFailures(INTERVAL));
	}

	private static void ask(TestClient client, int times) {
		for (int i = 0; i < times; i++) {
			assertThat(text(client.get(server.url("/a")))).isEqualTo("200 a");
		}
	}

}
