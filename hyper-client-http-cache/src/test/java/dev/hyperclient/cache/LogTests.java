package dev.hyperclient.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.fixtures.LocalServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The log of calls that succeed, at the levels that an operator sees, over each HTTP
 * client.
 */
class LogTests {

	private static final String LARGE = "0123456789".repeat(20_000);

	@RegisterExtension
	static final WireMockExtension server = MockServers.plain();

	/** Sends content faster than {@link #server}. */
	private final LocalServer fast = new LocalServer((exchange) -> {
		if (exchange.getRequestURI().getPath().startsWith("/stale")) {
			exchange.getResponseHeaders().set("Cache-Control", "max-age=0, stale-if-error=60");
			exchange.getResponseHeaders().set("Connection", "close");
			LocalServer.respond(exchange, 200, "text");
			return;
		}
		exchange.getResponseHeaders().set("Location", server.baseUrl() + "/end");
		exchange.sendResponseHeaders(307, 0);
		exchange.getResponseBody().write(LARGE.getBytes(StandardCharsets.US_ASCII));
	});

	private final List<String> logged = new CopyOnWriteArrayList<>();

	private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {

		@Override
		protected void append(ILoggingEvent event) {
			if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
				LogTests.this.logged.add(event.getLoggerName() + ": " + event.getFormattedMessage() + " "
						+ ((event.getThrowableProxy() != null) ? event.getThrowableProxy().getMessage() : ""));
			}
		}

	};

	private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(10));

	@BeforeEach
	void listen() {
		this.appender.start();
		this.root.addAppender(this.appender);
	}

	@AfterEach
	void stopListening() {
		this.fast.close();
		this.root.detachAppender(this.appender);
		this.cache.close();
	}

	static Stream<Object> clients() {
		return RedirectTransportTests.clients();
	}

	@ParameterizedTest(autoCloseArguments = false)
	@MethodSource("clients")
	void callsThatSucceedLogNoWarning(Object client) {
		serve();
		for (int i = 0; i < 2; i++) {
			for (String redirect : List.of("/redirect/length", "/redirect/stored", this.fast.url())) {
				assertThat(send(client, HttpMethod.GET, redirect, "")).isEqualTo(200);
			}
			assertThat(send(client, HttpMethod.HEAD, "/large", "")).isEqualTo(200);
			assertThat(send(client, HttpMethod.HEAD, "/redirect/length", "")).isEqualTo(200);
			assertThat(send(client, HttpMethod.DELETE, "/nothing", "")).isEqualTo(204);
			assertThat(send(client, HttpMethod.GET, "/nothing", "")).isEqualTo(204);
			assertThat(send(client, HttpMethod.GET, "/validated", "")).isEqualTo(200);
			assertThat(send(client, HttpMethod.GET, "/validated", "If-None-Match: \"a\"")).isEqualTo(304);
			assertThat(send(client, HttpMethod.GET, "/large", "Range: bytes=5-9")).isEqualTo(206);
			assertThat(send(client, HttpMethod.GET, "/missing", "")).isEqualTo(404);
			cancel(client, "/large?" + i);
			cancel(client, "/missing");
			assertThat(send(client, HttpMethod.POST, "/redirect/see", "")).isEqualTo(200);
			assertThat(send(client, HttpMethod.GET, "/large", "")).isEqualTo(200);
		}
		String stale = this.fast.url() + "/stale";
		assertThat(send(client, HttpMethod.GET, stale, "")).isEqualTo(200);
		this.fast.close();
		assertThat(send(client, HttpMethod.GET, stale, "")).as("if the connection is refused").isEqualTo(200);
		assertThat(this.logged).isEmpty();
	}

	private static void serve() {
		server.stubFor(WireMock.any(anyUrl()).atPriority(9).willReturn(fresh("text")));
		server.stubFor(WireMock.any(urlPathMatching("/redirect/.*")).willReturn(redirect(302)));
		server.stubFor(WireMock.any(urlPathMatching("/redirect/stored"))
			.willReturn(redirect(301).withHeader("Cache-Control", "max-age=60")));
		server.stubFor(WireMock.any(urlPathMatching("/redirect/see")).willReturn(redirect(303)));
		server.stubFor(WireMock.any(urlPathMatching("/large")).willReturn(fresh(LARGE)));
		server.stubFor(WireMock.any(urlPathMatching("/large"))
			.withHeader("Range", WireMock.equalTo("bytes=5-9"))
			.willReturn(fresh("56789").withStatus(206).withHeader("Content-Range", "bytes 5-9/200000")));
		server.stubFor(WireMock.any(urlPathMatching("/nothing")).willReturn(aResponse().withStatus(204)));
		server
			.stubFor(WireMock.any(urlPathMatching("/missing")).willReturn(aResponse().withStatus(404).withBody(LARGE)));
		server.stubFor(WireMock.get("/validated").willReturn(aResponse().withStatus(304).withHeader("ETag", "\"a\"")));
		server.stubFor(WireMock.get("/validated")
			.withHeader("If-None-Match", absent())
			.willReturn(
					aResponse().withBody(LARGE).withHeader("ETag", "\"a\"").withHeader("Cache-Control", "no-cache")));
	}

	private static ResponseDefinitionBuilder redirect(int status) {
		return aResponse().withStatus(status).withHeader("Location", "/end").withBody(LARGE);
	}

	private static ResponseDefinitionBuilder fresh(String body) {
		return aResponse().withHeader("Cache-Control", "max-age=60").withBody(body);
	}

	private static String url(String path) {
		return path.startsWith("/") ? server.baseUrl() + path : path;
	}

	private int send(Object client, HttpMethod method, String path, String fields) {
		TestClient sender = (client instanceof ClientHttpConnector connector) ? WebClients.client(caching(connector))
				: RestClients.client(caching((ClientHttpRequestFactory) client));
		return sender.exchange(method, url(path), Fields.of(fields)).getStatusCode().value();
	}

	/** Read the beginning of the content. */
	private void cancel(Object client, String path) {
		if (client instanceof ClientHttpConnector connector) {
			WebClient.builder()
				.clientConnector(caching(connector))
				.build()
				.get()
				.uri(server.baseUrl() + path)
				.exchangeToFlux((response) -> response.bodyToFlux(DataBuffer.class))
				.doOnNext(DataBufferUtils::release)
				.doOnDiscard(DataBuffer.class, DataBufferUtils::release)
				.blockFirst(Duration.ofSeconds(10));
			return;
		}
		try (ClientHttpResponse response = caching((ClientHttpRequestFactory) client)
			.createRequest(URI.create(url(path)), HttpMethod.GET)
			.execute()) {
			response.getBody().read();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private CachingClientHttpConnector caching(ClientHttpConnector connector) {
		return new CachingClientHttpConnector(this.cache, connector).withRedirects();
	}

	private CachingClientHttpRequestFactory caching(ClientHttpRequestFactory factory) {
		return new CachingClientHttpRequestFactory(this.cache, factory).withRedirects();
	}

}
