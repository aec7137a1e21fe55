package dev.hyperclient;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.IncompleteContentException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.fixtures.LogLines;
import dev.hyperclient.fixtures.ScriptedServer;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.HttpComponentsClientHttpConnector;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.http.client.reactive.JettyClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that run with each supported HTTP client.
 */
class ConnectorTests {

	@RegisterExtension
	private final StubService service = new StubService();

	static Stream<Named<Supplier<WebClient>>> connectors() {
		return Stream.of(
				Named.of("Reactor Netty",
						() -> WebClient.builder().clientConnector(new ReactorClientHttpConnector()).build()),
				Named.of("Reactor Netty, compressed",
						() -> WebClient.builder()
							.clientConnector(new ReactorClientHttpConnector(
									reactor.netty.http.client.HttpClient.create().compress(true)))
							.build()),
				Named.of("JDK",
						() -> WebClient.builder()
							.clientConnector(new JdkClientHttpConnector(HttpClient.newHttpClient()))
							.build()));
	}

	@ParameterizedTest
	@MethodSource("connectors")
	void readsWritesAndValidates(Supplier<WebClient> connector) {
		this.service.serve("recipes/4",
				StubService.json(this.service.recipe(4, "Stir")).withHeader("ETag", "\"tag-4\""));
		this.service.serve(
				get(urlEqualTo("/1.0/recipes/4")).withHeader("If-None-Match",
						com.github.tomakehurst.wiremock.client.WireMock.equalTo("\"tag-4\"")),
				aResponse().withStatus(304));
		this.service.serve("POST", "recipes",
				aResponse().withStatus(201).withHeader("Location", this.service.url("recipes/4")));
		ServiceRoot root = this.service.open(this.service.client().webClient(connector));
		assertThat(root.collection("recipes").get(4).getString("instructions")).isEqualTo("Stir");
		assertThat(root.collection("recipes").get(4).getString("instructions")).isEqualTo("Stir");
		assertThat(root.collection("recipes").operation("create").with("instructions", "x").invoke().entry())
			.hasToString(this.service.url("recipes/4"));
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.load("nothing"));
		assertThat(this.service.requestsFor("recipes")).singleElement()
			.satisfies((request) -> assertThat(request.getHeader("Content-Type"))
				.isEqualTo("application/x-www-form-urlencoded"));
	}

	@ParameterizedTest
	@MethodSource("connectors")
	void hangingResponseTimesOut(Supplier<WebClient> connector) throws IOException {
		try (ScriptedServer hanging = new ScriptedServer((request, connection) -> connection.hang())) {
			assertThatExceptionOfType(CallTimeoutException.class)
				.isThrownBy(() -> ServiceRoot.builder(null)
					.serviceRoot(hanging.url())
					.webClient(connector)
					.callTimeout(Duration.ofMillis(300))
					.build())
				.withMessageContaining(hanging.url());
		}
	}

	@Test
	void cancelledCallOfTheJdkIsNotLogged() throws Exception {
		ExecutorService executor = Executors.newCachedThreadPool();
		HttpClient jdk = HttpClient.newBuilder().executor(executor).build();
		try (LogLines lines = new LogLines("reactor.core.publisher.Operators", Level.INFO)) {
			hangingResponseTimesOut(() -> WebClient.builder().clientConnector(new JdkClientHttpConnector(jdk)).build());
			executor.shutdown();
			assertThat(executor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
			assertThat(lines.events()).isEmpty();
		}
		finally {
			executor.shutdownNow();
		}
	}

	@ParameterizedTest
	@MethodSource("connectors")
	void closedConnectionNamesUrl(Supplier<WebClient> connector) throws IOException {
		try (ScriptedServer cutting = new ScriptedServer((request, connection) -> connection
			.head("HTTP/1.1 200 OK", "Content-Type: " + StubService.WADL_TYPE, "Content-Length: 1000000", "", "<w:app")
			.close())) {
			assertThatExceptionOfType(TransportException.class)
				.isThrownBy(() -> ServiceRoot.builder(null).serviceRoot(cutting.url()).webClient(connector).build())
				.withMessageContaining(cutting.url() + "/ received an incomplete response: ");
		}
	}

	@ParameterizedTest
	@MethodSource("connectors")
	void decompressionBombIsRejected(Supplier<WebClient> connector) {
		this.service.serve("recipes/4", StubService.json("[" + " ".repeat(8 * 1024 * 1024) + "]"));
		ServiceRoot root = this.service
			.open(this.service.client().webClient(connector).maxResponseSize(DataSize.ofMegabytes(1)));
		assertThatExceptionOfType(ResponseTooLargeException.class).isThrownBy(() -> root.collection("recipes").get(4))
			.withMessageContaining("'maxResponseSize'");
	}

	@Test
	void statusHandlersOfTheApplicationDoNotApply() {
		this.service.serveRedirect("recipes/4", 301, this.service.url("recipes/5"));
		this.service.serve("recipes/5", StubService.json(this.service.recipe(5, "Stir")));
		WebClient webClient = WebClient.builder()
			.defaultStatusHandler((status) -> !status.is2xxSuccessful(),
					(response) -> Mono.error(new IllegalStateException("handled")))
			.build();
		ServiceRoot root = this.service.open(this.service.client().webClient(() -> webClient));
		assertThat(root.collection("recipes").get(4).getString("instructions")).isEqualTo("Stir");
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.load("nothing"));
	}

	@ParameterizedTest
	@MethodSource("decodingConnectors")
	void fileWhoseCodingEndsEarlyThrowsExceptionAndIsNotStored(ClientHttpConnector connector) throws IOException {
		byte[] content = "only this and more".repeat(100).getBytes();
		byte[] encoded = StubRecipes.gzip(content);
		AtomicInteger length = new AtomicInteger(encoded.length / 2);
		try (ScriptedServer cutting = new ScriptedServer((request, connection) -> connection
			.head("HTTP/1.1 200 OK", "ETag: \"1\"", "Content-Encoding: gzip", "Content-Length: " + length)
			.send(Arrays.copyOf(encoded, length.get())));
				HttpCache cache = HttpCache.builder().inMemory(DataSize.ofMegabytes(1)).build();
				ServiceRoot root = this.service.client()
					.webClient(() -> WebClient.builder().clientConnector(connector).build())
					.cache(cache)
					.allowedOrigins(URI.create(cutting.url()))
					.build()) {
			this.service.serveJson("recipes/4", """
					{"self_link": "%1$srecipes/4", "resource_type_link": "%1$s#recipe", "picture_link": "%2$s"}"""
				.formatted(this.service.url(""), cutting.url() + "/picture"));
			HostedFile picture = root.collection("recipes").get(4).file("picture");
			long before = cache.size().entries();
			assertThatExceptionOfType(IncompleteContentException.class).isThrownBy(() -> HostedFileTests.read(picture))
				.withMessageStartingWith("GET " + cutting.url() + "/picture: the content is incomplete: after ")
				.withMessageContaining("its gzip coding ends early");
			assertThat(cache.size().entries()).isEqualTo(before);
			length.set(encoded.length);
			assertThat(HostedFileTests.read(picture)).isEqualTo(content);
		}
	}

	static Stream<Named<ClientHttpConnector>> decodingConnectors() {
		return Stream.of(Named.of("Apache", new HttpComponentsClientHttpConnector()),
				Named.of("Jetty", new JettyClientHttpConnector()), Named.of("Reactor Netty",
						new ReactorClientHttpConnector(reactor.netty.http.client.HttpClient.create().compress(true))));
	}

	/** The rest is sent when some was read. */
	@ParameterizedTest
	@MethodSource("decodingConnectors")
	void fileIsReadWhileItIsReceived(ClientHttpConnector connector) throws Exception {
		byte[] file = new byte[1024 * 1024];
		new Random(1).nextBytes(file);
		byte[] encoded = StubRecipes.gzip(file);
		Semaphore read = new Semaphore(0);
		try (ScriptedServer pausing = new ScriptedServer((request, connection) -> {
			boolean gzip = request.target().equals("/gzip");
			byte[] sent = gzip ? encoded : file;
			connection.head("HTTP/1.1 200 OK", "Content-Encoding: " + (gzip ? "gzip" : "identity"),
					"Content-Length: " + sent.length);
			connection.send(Arrays.copyOf(sent, 40_000));
			read.tryAcquire(10, TimeUnit.SECONDS);
			connection.send(Arrays.copyOfRange(sent, 40_000, sent.length));
		});
				ServiceRoot root = this.service.client()
					.webClient(() -> WebClient.builder().clientConnector(connector).build())
					.allowedOrigins(URI.create(pausing.url()))
					.build()) {
			this.service.serveJson("recipes/4", """
					{"self_link": "%1$srecipes/4", "resource_type_link": "%1$s#recipe", "picture_link": "%2$s/plain",
					"scan_link": "%2$s/gzip"}""".formatted(this.service.url(""), pausing.url()));
			Entry recipe = root.collection("recipes").get(4);
			for (int i = 0; i < 10; i++) {
				try (FileContent content = recipe.file((i % 2 == 0) ? "picture" : "scan").open()) {
					byte[] first = content.stream().readNBytes(30_000);
					read.release();
					assertThat(first).isEqualTo(Arrays.copyOf(file, first.length));
					assertThat(content.stream().readAllBytes())
						.isEqualTo(Arrays.copyOfRange(file, first.length, file.length));
				}
			}
		}
	}

}
