package dev.hyperclient.autoconfigure.httpcache;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

import dev.hyperclient.autoconfigure.Http2Server;
import dev.hyperclient.autoconfigure.Http2Server.End;
import dev.hyperclient.autoconfigure.TlsServer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Requests over HTTP/2 whose connection or stream ends without a response.
 */
class Http2ConnectionEndTests {

	private static final Duration LIMIT = Duration.ofSeconds(10);

	private static final HttpClientSettings SETTINGS = HttpClientSettings.ofSslBundle(TlsServer.bundle("", "ca"))
		.withReadTimeout(LIMIT);

	@AutoClose
	private static final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	/** Clients start slowly. */
	private static final Map<Client, Sender> SENDERS = new EnumMap<>(Client.class);

	@ParameterizedTest
	@MethodSource("uncertain")
	void getIsSentOnceMore(Client client, End end) {
		try (Http2Server server = new Http2Server(end)) {
			Sender sender = SENDERS.computeIfAbsent(client, (each) -> each.sender(cache));
			assertThat(sender.send(HttpMethod.GET, server.url() + "/1")).isEqualTo("ok");
			assertThat(sender.send(HttpMethod.GET, server.url() + "/2")).isEqualTo("ok");
			assertThat(server.requests()).isEqualTo(3);
		}
	}

	@ParameterizedTest
	@MethodSource("all")
	void postIsSentOnceMoreIfItWasNotCarriedOutForCertain(Client client, End end) {
		try (Http2Server server = new Http2Server(end)) {
			Sender sender = SENDERS.computeIfAbsent(client, (each) -> each.sender(cache));
			assertThat(sender.send(HttpMethod.GET, server.url() + "/1")).isEqualTo("ok");
			if (end.isUnprocessed()) {
				assertThat(sender.send(HttpMethod.POST, server.url() + "/2")).isEqualTo("ok");
				assertThat(server.requests()).isEqualTo(3);
			}
			else {
				assertThatException().isThrownBy(() -> sender.send(HttpMethod.POST, server.url() + "/2"));
				assertThat(server.requests()).isEqualTo(2);
			}
		}
	}

	private static Stream<Arguments> all() {
		return Arrays.stream(Client.values())
			.flatMap((client) -> Arrays.stream(End.values())
				// Apache's client waits until the connection is closed.
				.filter((end) -> client != Client.WEB_APACHE || end != End.GOAWAY_BELOW_STREAM)
				.map((end) -> Arguments.of(client, end)));
	}

	/** After the others, any request is sent once more. */
	private static Stream<Arguments> uncertain() {
		return all().filter((row) -> !((End) row.get()[1]).isUnprocessed());
	}

	private static Sender blocking(HttpCache cache, ClientHttpRequestFactoryBuilder<?> builder) {
		RestClient client = RestClient.builder()
			.requestFactory(new CachingClientHttpRequestFactory(cache, builder.build(SETTINGS)))
			.build();
		return (method, url) -> (method == HttpMethod.GET) ? client.get().uri(url).retrieve().body(String.class)
				: client.method(method).uri(url).body("text").retrieve().body(String.class);
	}

	private static Sender reactive(HttpCache cache, ClientHttpConnectorBuilder<?> builder) {
		WebClient client = WebClient.builder()
			.clientConnector(new CachingClientHttpConnector(cache, builder.build(SETTINGS)))
			.build();
		return (method,
				url) -> ((method == HttpMethod.GET) ? client.get().uri(url)
						: client.method(method).uri(url).bodyValue("text"))
					.retrieve()
					.bodyToMono(String.class)
					.block(LIMIT);
	}

	private interface Sender {

		String send(HttpMethod method, String url);

	}

	private enum Client {

		REST_JETTY {
			@Override
			Sender sender(HttpCache cache) {
				return blocking(cache,
						ClientHttpRequestFactoryBuilder.jetty()
							.withHttpClientTransportFactory(
									(connector) -> new HttpClientTransportOverHTTP2(new HTTP2Client(connector))));
			}
		},

		WEB_JETTY {
			@Override
			Sender sender(HttpCache cache) {
				return reactive(cache,
						ClientHttpConnectorBuilder.jetty()
							.withHttpClientTransportFactory(
									(connector) -> new HttpClientTransportOverHTTP2(new HTTP2Client(connector))));
			}
		},

		WEB_APACHE {
			@Override
			Sender sender(HttpCache cache) {
				return reactive(cache, ClientHttpConnectorBuilder.httpComponents());
			}
		};

		abstract Sender sender(HttpCache cache);

	}

}
