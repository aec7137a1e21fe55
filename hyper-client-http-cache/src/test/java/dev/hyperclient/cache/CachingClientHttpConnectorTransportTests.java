package dev.hyperclient.cache;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.WireMock;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.fixtures.LocalServer;
import dev.hyperclient.netty.UnexpectedInterimResponseException;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.putRequestedFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The connector over each HTTP client that Spring supports.
 */
class CachingClientHttpConnectorTransportTests extends TransportContract {

	static Stream<Named<Function<HttpCache, TestClient>>> transports() {
		return TestClients.transports().filter((client) -> client.getName().startsWith("WebClient"));
	}

	@Override
	Class<? extends Exception> failure() {
		return WebClientRequestException.class;
	}

	@ParameterizedTest
	@EnumSource
	void longBodyIsStoredWhileItIsReceived(Connectors connector) {
		int length = 70_000;
		int parts = 40;
		Semaphore consumed = new Semaphore(0);
		try (LocalServer slow = new LocalServer((exchange) -> {
			exchange.getResponseHeaders().add("Cache-Control", "max-age=60");
			exchange.sendResponseHeaders(200, (long) length * parts);
			for (int i = 0; i < parts; i++) {
				exchange.getResponseBody().write(new byte[length]);
				exchange.getResponseBody().flush();
				acquire(consumed, length);
			}
		})) {
			WebClient client = client(connector);
			for (int i = 0; i < 5; i++) {
				String url = slow.url() + "/" + i;
				Mono<Integer> read = client.get()
					.uri(url)
					.exchangeToMono((response) -> response.bodyToFlux(DataBuffer.class).map((buffer) -> {
						int count = buffer.readableByteCount();
						DataBufferUtils.release(buffer);
						consumed.release(count);
						return count;
					}).reduce(0, Integer::sum));
				assertThat(read.block(Duration.ofSeconds(20))).isEqualTo(length * parts);
			}
			assertThat(cache().size().entries()).isEqualTo(5);
		}
	}

	private static void acquire(Semaphore semaphore, int permits) throws IOException {
		try {
			if (!semaphore.tryAcquire(permits, 10, TimeUnit.SECONDS)) {
				throw new IOException("The client does not read");
			}
		}
		catch (InterruptedException ex) {
			throw new InterruptedIOException();
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "JDK", "REACTOR" })
	void allValuesOfFieldsAreSent(Connectors connector) {
		server.stubFor(WireMock.put(anyUrl()).willReturn(aResponse()));
		client(connector).put()
			.uri("/a")
			.header("X", "1", "2")
			.retrieve()
			.toBodilessEntity()
			.block(Duration.ofSeconds(10));
		server.verify(putRequestedFor(anyUrl()).withHeader("X", equalTo("1")).withHeader("X", equalTo("2")));
	}

	@ParameterizedTest
	@EnumSource(names = { "JDK", "REACTOR" })
	void unsafeRequestWithConsumerOfTheNativeRequestInvalidates(Connectors connector) {
		server.stubFor(WireMock.get("/a").willReturn(fresh().withBody("old")));
		server.stubFor(WireMock.put("/a").willReturn(aResponse().withBody("done")));
		WebClient client = client(connector);
		assertThat(get(client, "/a")).isEqualTo("old");
		server.stubFor(WireMock.get("/a").willReturn(fresh().withBody("new")));
		assertThat(client.put()
			.uri("/a")
			.httpRequest((request) -> request.getNativeRequest())
			.bodyValue("changed")
			.retrieve()
			.bodyToMono(String.class)
			.block(Duration.ofSeconds(10))).isEqualTo("done");
		assertThat(get(client, "/a")).isEqualTo("new");
		server.verify(1, putRequestedFor(anyUrl()).withRequestBody(equalTo("changed")));
		assertThat(outcomes()).containsExactly(CacheOutcome.MISS, CacheOutcome.BYPASS, CacheOutcome.MISS);
	}

	@Test
	void identityIsTakenFromAttributesOfTheRequest() {
		server.stubFor(WireMock.get("/a").willReturn(fresh().withBody("text")));
		WebClient client = WebClient.builder()
			.baseUrl(server.baseUrl())
			.clientConnector(new CachingClientHttpConnector(cache(), Connectors.JDK.create())
				.withIdentity((request) -> String.valueOf(request.getAttributes().get("user"))))
			.build();
		for (String user : List.of("ann", "bob", "ann")) {
			// The token changes each time.
			client.get()
				.uri("/a")
				.attribute("user", user)
				.headers((headers) -> headers.setBearerAuth(String.valueOf(System.nanoTime())))
				.retrieve()
				.toBodilessEntity()
				.block(Duration.ofSeconds(10));
		}
		assertThat(outcomes()).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.HIT);
	}

	@Test
	void interimResponseIsRefused() {
		ClientHttpConnector interim = WebClients.connector((request) -> Mono
			.just(ClientResponse.create(HttpStatus.EARLY_HINTS).header("Cache-Control", "max-age=60").build()));
		WebClient client = WebClients.builder(cache(), interim).build();
		assertThatExceptionOfType(WebClientRequestException.class)
			.isThrownBy(() -> get(client, "http://cookbooks.dev/a"))
			.withCauseInstanceOf(UnexpectedInterimResponseException.class);
		assertThat(cache().size().entries()).isZero();
	}

	private WebClient client(Connectors connector) {
		return WebClients.builder(cache(), connector.create())
			.baseUrl(server.baseUrl())
			.codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(-1))
			.build();
	}

	private static String get(WebClient client, String url) {
		return client.get().uri(url).retrieve().bodyToMono(String.class).block(Duration.ofSeconds(10));
	}

}
