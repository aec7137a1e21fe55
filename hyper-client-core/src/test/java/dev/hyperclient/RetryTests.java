package dev.hyperclient;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import com.sun.net.httpserver.HttpExchange;
import dev.hyperclient.error.ServerError;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.fixtures.LocalServer;
import dev.hyperclient.fixtures.ServerProcess;
import dev.hyperclient.retry.RetryPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for retries: of temporary failures, of requests that could not be sent, and of
 * further statuses. Waits are recorded instead of slept, and a server can start in their
 * place.
 */
class RetryTests {

	@RegisterExtension
	private final StubService service = new StubService();

	private final List<Duration> waits = new ArrayList<>();

	private final RetryPolicy policy = RetryPolicy.defaults()
		.withSleeper(this.waits::add)
		.withClock(Clock.fixed(Instant.parse("2026-11-21T00:00:00Z"), ZoneOffset.UTC));

	private final List<String> received = new ArrayList<>();

	private final int port = ServerProcess.freePort();

	private LocalServer server;

	/** A server starts during the second wait. */
	private final RetryPolicy connecting = RetryPolicy.defaults().withRetryConnect(true).withSleeper((wait) -> {
		this.waits.add(wait);
		if (this.waits.size() == 2) {
			startServer();
		}
	});

	@AfterEach
	void stop() {
		if (this.server != null) {
			this.server.close();
		}
	}

	@Test
	void unavailableServiceIsRequestedSevenTimes() {
		this.service.serve("recipes/4", aResponse().withStatus(503).withBody("Not now"));
		assertThatExceptionOfType(ServerError.class).isThrownBy(() -> read(this.policy))
			.satisfies((error) -> assertThat(error.status()).isEqualTo(503))
			.withMessageContaining("Not now");
		assertThat(this.service.requestsFor("recipes/4")).hasSize(7);
	}

	@Test
	void policyOfBuilderCanBeChanged() {
		serveAfterFailure();
		ServiceRoot root = this.service.open(this.service.client()
			.retryPolicy(this.policy)
			.customizeRetryPolicy((policy) -> policy.withMaxRetryAfter(Duration.ofSeconds(3))));
		root.collection("recipes").get(4);
		assertThat(this.waits).containsExactly(Duration.ofSeconds(3));
	}

	private String read(RetryPolicy retryPolicy) {
		ServiceRoot root = this.service.open(this.service.client().retryPolicy(retryPolicy));
		return root.collection("recipes").get(4).getString("instructions");
	}

	private void serveAfterFailure() {
		this.service.serveInTurn("recipes/4", aResponse().withStatus(503).withHeader("Retry-After", "7"),
				StubService.json(this.service.recipe(4, "Stir")));
	}

	private void startServer() {
		this.server = new LocalServer(InetAddress.getLoopbackAddress(), this.port, null, this::answer);
	}

	private void answer(HttpExchange exchange) throws IOException {
		String root = "http://localhost:%d/1.0/".formatted(this.port);
		this.received.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
		boolean wadl = StubService.WADL_TYPE.equals(exchange.getRequestHeaders().getFirst("Accept"));
		String body = wadl ? StubService.wadl(root)
				: """
						{"self_link": "%1$srecipes/4", "resource_type_link": "%1$s#%2$s", "recipes_collection_link": "%1$srecipes",
						 "http_etag": "\\"1\\"", "instructions": "Stir"}"""
					.formatted(root, exchange.getRequestURI().getPath().endsWith("/4") ? "recipe" : "service-root");
		exchange.getResponseHeaders().set("Content-Type", wadl ? StubService.WADL_TYPE : "application/json");
		LocalServer.respond(exchange, exchange.getRequestMethod().equals("PATCH") ? 209 : 200, body);
	}

	private ServiceRootBuilder connectingClient(RetryPolicy retries) {
		return ServiceRoot.builder()
			.serviceRoot("http://localhost:%d/1.0/".formatted(this.port))
			.collection("recipes", CollectionType.collectionOf("recipe").withKeyPath("recipes/{key}"))
			.startup(Startup.LAZY)
			.retryPolicy(retries);
	}

	@Test
	void refusedConnectionIsTriedAgain() {
		ServiceRoot root = this.service.open(connectingClient(this.connecting));
		assertThat(root.collection("recipes").get(4).getString("instructions")).isEqualTo("Stir");
		assertThat(this.waits).hasSize(2);
	}

	@Test
	void writeIsSentOnceAfterRefusedConnections() {
		startServer();
		ServiceRoot root = this.service.open(connectingClient(this.connecting));
		Entry entry = root.collection("recipes").get(4).set("instructions", "Boil");
		this.server.close();
		this.received.clear();
		entry.save();
		assertThat(this.received).containsExactly("PATCH /1.0/recipes/4");
	}

	@Test
	void refusedConnectionIsFinalByDefault() {
		ServiceRoot root = this.service.open(connectingClient(this.connecting.withRetryConnect(false)));
		assertThatExceptionOfType(TransportException.class).isThrownBy(root::svcCollections)
			.withMessageContaining("Connection refused");
		assertThat(this.waits).isEmpty();
	}

	@Test
	void eagerStartSaysAtOnceThatTheConnectionIsRefused() {
		assertThatExceptionOfType(TransportException.class)
			.isThrownBy(() -> connectingClient(this.connecting).startup(Startup.EAGER).build());
		assertThat(this.waits).isEmpty();
	}

	@Test
	void retriesEndWithThePolicyAndTheDeadline() {
		// The first retry is at once.
		RetryPolicy one = this.connecting.withMaxRetries(2);
		try (ServiceRoot root = connectingClient(one).build();
				ServiceRoot hurried = connectingClient(one.withWaits((retry) -> Duration.ofHours(1))).build()) {
			assertThatExceptionOfType(TransportException.class).isThrownBy(root::svcCollections);
			assertThat(this.waits).hasSize(1);
			assertThatExceptionOfType(TransportException.class).isThrownBy(hurried::svcCollections);
			assertThat(this.waits).hasSize(1);
		}
	}

	@Test
	void unknownHostIsTriedOnceMoreAfterSecond() {
		ServiceRoot root = this.service
			.open(connectingClient(this.connecting).serviceRoot("http://does-not-exist.invalid/1.0/"));
		assertThatExceptionOfType(TransportException.class).isThrownBy(root::svcCollections)
			.withMessageContaining("host is unknown");
		assertThat(this.waits).containsExactly(Duration.ofSeconds(1));
	}

	@Test
	void tlsFailureIsFinal() {
		String secure = this.service.url("").replace("http:", "https:");
		ServiceRoot root = this.service.open(connectingClient(this.connecting).serviceRoot(secure));
		assertThatExceptionOfType(TransportException.class).isThrownBy(root::svcCollections);
		assertThat(this.waits).isEmpty();
	}

}
