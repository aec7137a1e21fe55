package dev.hyperclient.cache;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.fixtures.SocketServer;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.reactive.HttpComponentsClientHttpConnector;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A proxy that refuses the tunnel to an https origin. Apache's clients return its answer
 * as that of the origin.
 */
class RefusedTunnelTests {

	private static final String URL = "https://api.example.com/people";

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	/** The heads of the requests that the proxy has received. */
	private final List<String> received = new CopyOnWriteArrayList<>();

	@AutoClose
	private SocketServer proxy;

	private volatile String answer = "";

	@BeforeEach
	void startProxy() {
		this.proxy = new SocketServer((socket) -> {
			this.received.add(SocketServer.readHead(socket.getInputStream()));
			socket.getOutputStream().write(SocketServer.bytes(this.answer));
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "407 Proxy Authentication Required", "502 Bad Gateway", "404 Not Found", "410 Gone",
			"308 Permanent Redirect" })
	void answerOfProxyIsNeitherStoredNorFollowed(String status) {
		this.answer = answer(status);
		for (TestClient client : List.of(RestClients.client(factory()), WebClients.client(connector()))) {
			int before = this.received.size();
			for (int i = 1; i <= 2; i++) {
				assertThat(client.get(URL).getStatusCode().value()).isEqualTo(Integer.parseInt(status.substring(0, 3)));
				assertThat(this.received).hasSize(before + i).allMatch((line) -> line.startsWith("CONNECT "));
			}
			assertThat(this.cache.size().entries()).isZero();
		}
	}

	/** It is sent without the cache, since a GET with content has no key. */
	@ParameterizedTest
	@ValueSource(strings = { "302 Found", "307 Temporary Redirect" })
	void answerToUncachedRequestIsNotFollowed(String status) {
		this.answer = answer(status);
		CachingClientHttpConnector connector = connector().withCacheSelector((request) -> null);
		CachingClientHttpRequestFactory factory = factory().withCacheSelector((request) -> null);
		for (TestClient client : List.of(RestClients.client(factory), WebClients.client(connector))) {
			assertThat(client.get(URL).getStatusCode().value()).isEqualTo(Integer.parseInt(status.substring(0, 3)));
		}
		assertThat(this.received).hasSize(2).allMatch((line) -> line.startsWith("CONNECT "));
	}

	private CachingClientHttpRequestFactory factory() {
		return new CachingClientHttpRequestFactory(this.cache, new HttpComponentsClientHttpRequestFactory(
				HttpClients.custom().setProxy(proxyHost()).disableRedirectHandling().build()))
			.withRedirects();
	}

	private CachingClientHttpConnector connector() {
		return new CachingClientHttpConnector(this.cache,
				new HttpComponentsClientHttpConnector(
						HttpAsyncClients.custom().setProxy(proxyHost()).disableRedirectHandling().build()))
			.withRedirects();
	}

	private HttpHost proxyHost() {
		return new HttpHost("http", "127.0.0.1", this.proxy.port());
	}

	private String answer(String status) {
		return "HTTP/1.1 " + status + "\r\nCache-Control: max-age=600\r\nLocation: https://evil.example.com/a\r\n"
				+ "Proxy-Authenticate: Basic realm=\"proxy\"\r\nContent-Length: 5\r\nConnection: close\r\n\r\nproxy";
	}

}
