package dev.hyperclient;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.error.InterimResponseException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.fixtures.ScriptedServer;
import dev.hyperclient.netty.InterimResponses;
import dev.hyperclient.retry.RetryPolicy;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.tcp.SslProvider;
import reactor.netty.transport.ProxyProvider;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Tests for interim responses (RFC 9110, 15.2) before each kind of final response.
 */
@Execution(ExecutionMode.CONCURRENT)
class InterimResponseTests {

	private static final String EARLY_HINTS = "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n";

	static Stream<Arguments> clientsAndInterimResponses() {
		String several = "HTTP/1.1 100 Continue\r\n\r\n" + EARLY_HINTS + "HTTP/1.1 104\r\n\r\n"
				+ "HTTP/1.1 199 Unknown\r\nContent-Length: 5\r\n\r\n";
		return Stream.concat(plainClients().map((client) -> arguments(client, Named.of("103", EARLY_HINTS), true)),
				plainClients().limit(1).map((client) -> arguments(client, Named.of("several", several), false)));
	}

	static Stream<Named<Supplier<WebClient>>> plainClients() {
		return Stream.of(Named.of("default", WebClient::create),
				Named.of("Reactor Netty", () -> client(reactor(HttpClient.create()))),
				Named.of("Reactor Netty, corrected", () -> client(reactor(InterimResponses.skip(HttpClient.create())))),
				Named.of("JDK", () -> client(new JdkClientHttpConnector())));
	}

	private static WebClient client(ClientHttpConnector connector) {
		return WebClient.builder().clientConnector(connector).build();
	}

	private static ClientHttpConnector reactor(HttpClient client) {
		return new ReactorClientHttpConnector(client);
	}

	@ParameterizedTest
	@MethodSource("clientsAndInterimResponses")
	void interimResponsesAreIgnored(Supplier<WebClient> client, String interim, boolean pause) throws IOException {
		try (ScriptedServer server = new ScriptedServer(after(interim, pause))) {
			assertThatAllCallsAreRight(server, client);
		}
	}

	@Test
	void interimResponsesAreIgnoredOverTls() throws IOException {
		try (ScriptedServer server = ScriptedServer.secure(after(EARLY_HINTS, true))) {
			assertThatAllCallsAreRight(server, () -> client(reactor(secure())));
		}
	}

	private static HttpClient secure() {
		SslProvider.GenericSslContextSpec<?> trusting = reactor.netty.http.Http11SslContextSpec.forClient()
			.configure((context) -> context.trustManager(InsecureTrustManagerFactory.INSTANCE));
		return HttpClient.create().secure((spec) -> spec.sslContext(trusting));
	}

	@Test
	void interimResponsesAreIgnoredThroughAProxy() throws IOException {
		try (ScriptedServer server = new ScriptedServer(after(EARLY_HINTS, true));
				ScriptedServer proxy = proxyTo(server)) {
			assertThatAllCallsAreRight(server, () -> client(reactor(HttpClient.create()
				.proxy((spec) -> spec.type(ProxyProvider.Proxy.HTTP).host("localhost").port(proxy.port())))));
			assertThat(proxy.requests()).isNotEmpty();
		}
	}

	private static ScriptedServer proxyTo(ScriptedServer server) {
		return new ScriptedServer((request, connection) -> {
			assertThat(request.method()).isEqualTo("CONNECT");
			connection.send("HTTP/1.1 200 Connected\r\n\r\n").tunnelTo(server.port());
		});
	}

	@Test
	void finalResponsesForUnprotectedClientsDoNotReachAServiceRoot() {
		AtomicBoolean loaded = new AtomicBoolean();
		try (ScriptedServer server = new ScriptedServer((request, connection) -> {
			if (request.target().equals("/private")) {
				connection.send(EARLY_HINTS);
				while (!connection.hasInput() && !loaded.get()) {
					connection.pause();
				}
				connection.respond(200, "Content-Type: text/plain", "private");
			}
			else {
				StubRecipes.respond(request, connection);
			}
		})) {
			WebClient.create().get().uri(server.url() + "/private").retrieve().toBodilessEntity().block();
			try (ServiceRoot root = ServiceRoot.builder(null)
				.serviceRoot(server.url())
				.version("1.0")
				.retryPolicy(RetryPolicy.none())
				.build()) {
				assertThat(((Entry) root.load("recipes/1")).getString("instructions")).isEqualTo("GET recipe 1");
			}
			finally {
				loaded.set(true);
			}
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 100, 199 })
	void interimResponseOfAnotherHttpClientThrowsExceptionAndNotStored(int status) {
		WebClient faulty = WebClient.builder()
			.exchangeFunction((request) -> Mono.just(ClientResponse.create(HttpStatusCode.valueOf(status))
				.header("Cache-Control", "max-age=1000")
				.header("Content-Type", "application/json")
				.body("{}")
				.build()))
			.build();
		try (HttpCache cache = HttpCache.builder().inMemory(DataSize.ofMegabytes(1)).build();
				ServiceRoot root = ServiceRoot.builder(null)
					.serviceRoot("http://localhost:1")
					.startup(Startup.LAZY)
					.cache(cache)
					.webClient(() -> faulty)
					.build()) {
			assertThatExceptionOfType(InterimResponseException.class).isThrownBy(() -> root.entry("featured"))
				.withMessageContaining("http://localhost:1")
				.withMessageContaining(String.valueOf(status));
			assertThat(cache.size().entries()).isZero();
		}
	}

	@ParameterizedTest
	@MethodSource("plainClients")
	void unrequestedProtocolSwitchThrowsTransportException(Supplier<WebClient> client) throws IOException {
		try (ScriptedServer server = StubRecipes.serverExceptFor((request, connection) -> connection
			.send("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: magic\r\n\r\nmagic bytes"));
				ServiceRoot root = root(server, client).build()) {
			assertThatExceptionOfType(TransportException.class).isThrownBy(() -> instructions(root, 1))
				.withMessageContaining(server.url() + "/1.0/recipes/1");
			assertThat(instructions(root, 2)).isEqualTo("GET recipe 2");
		}
	}

	@Test
	void endlessInterimResponsesEndWithTheCall() {
		try (ScriptedServer server = StubRecipes.serverExceptFor((request, connection) -> {
			while (true) {
				connection.send(EARLY_HINTS).pause();
			}
		});
				ServiceRoot root = root(server, WebClient::create).startup(Startup.LAZY)
					.callTimeout(Duration.ofMillis(500))
					.build()) {
			CallTimeoutTests.patiently(root::svcEntries);
			assertThatExceptionOfType(TransportException.class).isThrownBy(() -> instructions(root, 1));
		}
	}

	private static void assertThatAllCallsAreRight(ScriptedServer server, Supplier<WebClient> client)
			throws IOException {
		try (ServiceRoot root = root(server, client).build()) {
			for (int i = 1; i <= 3; i++) {
				assertThat(instructions(root, i)).isEqualTo("GET recipe " + i + "");
			}
			assertThat(instructions(root, 1)).isEqualTo("GET recipe 1");
			assertThat(root.collection("recipes").stream().map((recipe) -> recipe.getLong("id"))).containsExactly(1L,
					2L, 3L, 4L);
			assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.load("recipes/404"));
			Entry recipe = root.collection("recipes").get(4);
			recipe.set("instructions", "New").save();
			assertThat(recipe.getString("instructions")).isEqualTo("PATCH recipe 4");
			recipe.set("instructions", "New").replace();
			assertThat(recipe.getString("instructions")).isEqualTo("GET recipe 4");
			assertThat(root.collection("recipes").operation("create").with("instructions", "x").invoke().entry())
				.hasToString(server.url() + "/1.0/recipes/5");
			HostedFile picture = recipe.file("picture");
			try (FileContent content = picture.open()) {
				assertThat(content.stream().readAllBytes()).asString().isEqualTo("picture");
			}
			picture.write(new ByteArrayResource("new".getBytes(StandardCharsets.UTF_8)), MediaType.IMAGE_PNG, "a.png");
			picture.delete();
			assertThat(instructions(root, 3)).isEqualTo("GET recipe 3");
		}
		assertThat(server.requests()).filteredOn((request) -> request.headers().containsKey("If-None-Match"))
			.isNotEmpty();
	}

	/** A service with an interim response before each of its responses. */
	private static ScriptedServer.Script after(String interim, boolean pause) {
		return (request, connection) -> {
			connection.send(interim);
			if (pause) {
				connection.pause();
			}
			StubRecipes.respond(request, connection);
		};
	}

	private static String instructions(ServiceRoot root, int recipe) {
		return root.collection("recipes").get(recipe).getString("instructions");
	}

	private static ServiceRootBuilder root(ScriptedServer server, Supplier<WebClient> client) {
		return StubService.client(server.url())
			.cache(HttpCache.builder().inMemory(DataSize.ofMegabytes(1)).build())
			.webClient(client);
	}

}
