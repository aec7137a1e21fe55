package dev.hyperclient.cache;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.fixtures.SocketServer;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpMethod;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.HttpComponentsClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Responses that HTTP clients take for those of another request or server: interim ones
 * over {@code HttpURLConnection}, which returns them up to JDK 19, and keeps the
 * connection of those that seem to have ended, and those of a proxy that refuses the
 * tunnel to an https origin, which Apache's clients return as those of the origin.
 */
class MisreadResponseTests {

	private static final String URL = "https://api.example.com/people";

	@AutoClose
	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	/** Requests that have been answered or have failed. */
	private final Semaphore ended = new Semaphore(0);

	private volatile String interim = "";

	@AutoClose
	private final SocketServer server = new SocketServer(this::serve);

	/** The heads of the requests that the proxy has received. */
	private final List<String> received = new CopyOnWriteArrayList<>();

	@AutoClose
	private final SocketServer proxy = new SocketServer((socket) -> {
		this.received.add(SocketServer.readHead(socket.getInputStream()));
		socket.getOutputStream().write(SocketServer.bytes(this.answer));
	});

	private volatile String answer = "";

	@ParameterizedTest
	@CsvSource({ "GET, Content-Length: 0||", "GET, Content-Length: 3||abc", "GET, Transfer-Encoding: chunked||1|a|0||",
			"GET, Link: </style.css>||", "HEAD, Link: </style.css>||" })
	void finalResponseNeverAnswersALaterRequest(HttpMethod method, String fields) {
		this.interim = "HTTP/1.1 103 Early Hints|" + fields;
		SimpleClientHttpRequestFactory factory = new SimpleClientHttpRequestFactory();
		factory.setReadTimeout(5_000);
		RestClient client = RestClient.builder()
			.baseUrl("http://localhost:" + this.server.port())
			.requestFactory(new CachingClientHttpRequestFactory(this.cache, factory))
			.build();
		for (int number = 0; number < 3; number++) {
			String user = (number % 2 == 0) ? "alice" : "bob";
			try {
				String path = client.method(method)
					.uri("/{number}", number)
					.header("Authorization", user)
					.retrieve()
					.toBodilessEntity()
					.getHeaders()
					.getFirst("Request-Path");
				assertThat(path).isEqualTo("/" + number);
			}
			catch (RuntimeException ex) {
				// Newer JDKs skip those without the fields that RFC 9110, 8.6, forbids.
				assertThat(Runtime.version().feature() < 20 || !fields.startsWith("Link")).as(ex.toString()).isTrue();
			}
			this.ended.release();
		}
	}

	private void serve(Socket socket) throws IOException, InterruptedException {
		OutputStream out = socket.getOutputStream();
		while (true) {
			String path = SocketServer.readHead(socket.getInputStream()).split(" ")[1];
			this.ended.drainPermits();
			send(out, this.interim);
			// A client that skips it waits for the final response.
			this.ended.tryAcquire(300, TimeUnit.MILLISECONDS);
			send(out, "HTTP/1.1 200 OK|Cache-Control: private, max-age=600|Content-Length: 0|Request-Path: " + path
					+ "||");
		}
	}

	private static void send(OutputStream out, String lines) throws IOException {
		out.write(SocketServer.bytes(lines.replace("|", "\r\n")));
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
