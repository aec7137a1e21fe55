package dev.hyperclient.cache;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpExchange;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.fixtures.LocalServer;
import dev.hyperclient.fixtures.Waiting;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.eclipse.jetty.client.HttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.JettyClientHttpRequestFactory;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.HttpComponentsClientHttpConnector;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.http.client.reactive.JettyClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Redirects that are followed above the cache, over each HTTP client.
 */
@Execution(ExecutionMode.CONCURRENT)
class RedirectTransportTests {

	private final List<String> received = new CopyOnWriteArrayList<>();

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	private final ExecutorService executor = Executors.newCachedThreadPool();

	private final CompletableFuture<Void> ended = new CompletableFuture<>();

	private final LocalServer server = new LocalServer(this::handle);

	private final LocalServer other = new LocalServer(this::handle);

	@AfterEach
	void stopServers() {
		this.ended.complete(null);
		this.server.close();
		this.other.close();
		this.executor.shutdownNow();
	}

	/** Redirects to where the query leads, with the status that the path begins with. */
	private void handle(HttpExchange exchange) throws IOException {
		String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
		String path = exchange.getRequestURI().getPath();
		HttpHeaders fields = new HttpHeaders();
		exchange.getRequestHeaders().forEach(fields::put);
		this.received.add("%s %s %s %s %s".formatted(exchange.getRequestMethod(), exchange.getRequestURI(), body,
				fields.getOrEmpty("Authorization"), fields.getOrEmpty("Cookie")));
		String query = exchange.getRequestURI().getQuery();
		if (query == null || !path.matches("/30./.*")) {
			exchange.getResponseHeaders().set("Cache-Control", "max-age=60");
			exchange.sendResponseHeaders(200, 0);
			exchange.getResponseBody().write("end".getBytes());
			return;
		}
		exchange.getResponseHeaders().set("Location", query.replace("OTHER", this.other.url()));
		if (path.endsWith("/stored")) {
			exchange.getResponseHeaders().set("Cache-Control", "max-age=60");
			exchange.sendResponseHeaders(301, 0);
			exchange.getResponseBody().write("moved".getBytes());
			return;
		}
		if (path.contains("/hang")) {
			exchange.getResponseHeaders().set("Cache-Control", "max-age=60");
			exchange.sendResponseHeaders(Integer.parseInt(path.substring(1, 4)), path.contains("length") ? 100 : 0);
			exchange.getResponseBody().write("moved".getBytes());
			exchange.getResponseBody().flush();
			this.ended.join();
			return;
		}
		exchange.sendResponseHeaders(Integer.parseInt(path.substring(1, 4)), -1);
	}

	/** HTTP clients that follow no redirects. */
	static Stream<Object> clients() {
		return Stream.of(Transports.JDK.create(),
				new HttpComponentsClientHttpRequestFactory(HttpClients.custom().disableRedirectHandling().build()),
				new JettyClientHttpRequestFactory(jetty()), Transports.REACTOR.create(),
				new SimpleClientHttpRequestFactory() {

					@Override
					protected void prepareConnection(HttpURLConnection connection, String method) throws IOException {
						super.prepareConnection(connection, method);
						connection.setInstanceFollowRedirects(false);
					}

				}, Connectors.JDK.create(), new HttpComponentsClientHttpConnector(apache()),
				new JettyClientHttpConnector(jetty()), Connectors.REACTOR.create());
	}

	private static HttpClient jetty() {
		HttpClient client = new HttpClient();
		client.setFollowRedirects(false);
		return client;
	}

	private static CloseableHttpAsyncClient apache() {
		CloseableHttpAsyncClient client = HttpAsyncClients.custom().disableRedirectHandling().build();
		client.start();
		return client;
	}

	@ParameterizedTest
	@MethodSource("clients")
	void relativeAndAbsoluteRedirectsAreFollowed(Object client) {
		for (boolean cached : List.of(true, false)) {
			this.received.clear();
			assertThat(send(client, cached, HttpMethod.GET, "/302/a/b?../c%23f", null)).isEqualTo("200 end");
			assertThat(send(client, cached, HttpMethod.HEAD, "/303/a?/d", null)).startsWith("200");
			assertThat(send(client, cached, HttpMethod.GET, "/301/a?OTHER/e", null)).isEqualTo("200 end");
			assertThat(this.received).containsExactly("GET /302/a/b?../c%23f  [Bearer x] [c=1]",
					"GET /302/c  [Bearer x] [c=1]", "HEAD /303/a?/d  [Bearer x] [c=1]", "HEAD /d  [Bearer x] [c=1]",
					"GET /301/a?OTHER/e  [Bearer x] [c=1]", "GET /e  [] []");
		}
		assertThat(this.cache.size().entries()).isNotZero();
	}

	@ParameterizedTest
	@MethodSource("clients")
	void bodyIsSentAgainOrDropped(Object client) {
		for (boolean cached : List.of(true, false)) {
			this.received.clear();
			assertThat(send(client, cached, HttpMethod.PUT, "/307/a?/b", "text")).isEqualTo("200 end");
			assertThat(send(client, cached, HttpMethod.POST, "/308/a?OTHER/b", "text")).isEqualTo("200 end");
			assertThat(send(client, cached, HttpMethod.POST, "/302/a?/b", "text")).isEqualTo("200 end");
			assertThat(send(client, cached, HttpMethod.PUT, "/303/a?/b", "text")).isEqualTo("200 end");
			assertThat(this.received).containsExactly("PUT /307/a?/b text [Bearer x] [c=1]",
					"PUT /b text [Bearer x] [c=1]", "POST /308/a?OTHER/b text [Bearer x] [c=1]", "POST /b text [] []",
					"POST /302/a?/b text [Bearer x] [c=1]", "GET /b  [Bearer x] [c=1]",
					"PUT /303/a?/b text [Bearer x] [c=1]", "GET /b  [Bearer x] [c=1]");
			this.cache.clear();
		}
	}

	@Test
	void loopIsReturned() {
		Object client = Transports.JDK.create();
		for (boolean cached : List.of(true, false)) {
			this.received.clear();
			assertThat(send(client, cached, HttpMethod.GET, "/302/loop?%23f", null)).startsWith("302");
			assertThat(this.received).hasSize(11);
		}
	}

	/** All clients at once, since each waits for a second. */
	@Test
	void contentOfRedirectThatDoesNotEndIsNotWaitedForNorStored() {
		AtomicInteger number = new AtomicInteger();
		List<CompletableFuture<Void>> calls = clients()
			.map((client) -> CompletableFuture.runAsync(() -> followWithoutEnd(client, "/" + number.incrementAndGet()),
					this.executor))
			.toList();
		assertThat(calls).allSatisfy((call) -> assertThat(call).succeedsWithin(Duration.ofSeconds(60)));
	}

	private void followWithoutEnd(Object client, String target) {
		for (boolean cached : List.of(true, false)) {
			String path = (cached ? "/301/hang" : "/302/hanglength") + target;
			assertThat(send(client, cached, HttpMethod.GET, path + "?" + target, null)).isEqualTo("200 end");
		}
		// A stored redirect would be followed without a request.
		assertThat(send(client, true, HttpMethod.GET, "/301/hang" + target + "?" + target, null)).isEqualTo("200 end");
		assertThat(this.received).filteredOn((request) -> request.startsWith("GET /301/hang" + target + "?"))
			.hasSize(2);
	}

	@ParameterizedTest
	@MethodSource("clients")
	void redirectWithContentIsStored(Object client) {
		if (client instanceof SimpleClientHttpRequestFactory) {
			// Its content is stored only if it is there at once.
			return;
		}
		// On a busy machine the content may take longer than the cache waits for it.
		Waiting.await().until(() -> {
			this.received.clear();
			assertThat(send(client, true, HttpMethod.GET, "/301/stored?/b", null)).isEqualTo("200 end");
			return this.received.isEmpty();
		});
	}

	/** HTTP clients that follow redirects. */
	static Stream<Object> following() {
		java.net.http.HttpClient jdk = java.net.http.HttpClient.newBuilder()
			.version(java.net.http.HttpClient.Version.HTTP_1_1)
			.followRedirects(java.net.http.HttpClient.Redirect.NORMAL)
			.build();
		reactor.netty.http.client.HttpClient netty = reactor.netty.http.client.HttpClient.create().followRedirect(true);
		return Stream.of(new JdkClientHttpRequestFactory(jdk), new HttpComponentsClientHttpRequestFactory(),
				new JettyClientHttpRequestFactory(), new ReactorClientHttpRequestFactory(netty),
				new SimpleClientHttpRequestFactory(), new JdkClientHttpConnector(jdk),
				new HttpComponentsClientHttpConnector(), new JettyClientHttpConnector(),
				new ReactorClientHttpConnector(netty));
	}

	@ParameterizedTest
	@MethodSource("following")
	void onlyAResponseWithoutARedirectOfTheHttpClientIsStored(Object client) {
		for (String path : List.of("/302/a?/b", "/302/a?/b", "/c", "/c")) {
			assertThat(send(client, true, HttpMethod.GET, path, null)).isEqualTo("200 end");
		}
		// That one does not show whether it was redirected.
		boolean isStored = !(client instanceof JdkClientHttpConnector);
		assertThat(this.received).hasSize(isStored ? 5 : 6);
		assertThat(this.cache.size().entries()).as("with an index").isEqualTo(isStored ? 2 : 0);
	}

	@ParameterizedTest
	@EnumSource(names = "REACTOR")
	void cancelledRedirectIsNotFollowed(Connectors connector) throws Exception {
		CountDownLatch redirected = new CountDownLatch(1);
		CountDownLatch cancelled = new CountDownLatch(1);
		try (LocalServer waiting = new LocalServer((exchange) -> {
			redirected.countDown();
			try {
				cancelled.await(60, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			exchange.getResponseHeaders().set("Location", this.server.url() + "/never");
			exchange.sendResponseHeaders(302, -1);
		})) {
			reactor.core.Disposable call = WebClient.builder()
				.clientConnector(caching(connector.create(), true))
				.build()
				.get()
				.uri(this.server.url() + "/302/a?" + waiting.url() + "/b")
				.retrieve()
				.toBodilessEntity()
				.subscribe();
			assertThat(redirected.await(60, TimeUnit.SECONDS)).isTrue();
			call.dispose();
			cancelled.countDown();
			// The next request is answered after the cancelled one.
			assertThat(send(connector.create(), true, HttpMethod.GET, "/c", null)).isEqualTo("200 end");
			assertThat(this.received).noneMatch((request) -> request.contains("/never"));
		}
	}

	private String send(Object client, boolean cached, HttpMethod method, String path, String body) {
		TestClient sender;
		if (client instanceof ClientHttpConnector connector) {
			sender = WebClients.client(caching(connector, cached));
		}
		else {
			CachingClientHttpRequestFactory factory = new CachingClientHttpRequestFactory(this.cache,
					(ClientHttpRequestFactory) client)
				.withRedirects();
			sender = RestClients.client(cached ? factory : factory.withCacheSelector((request) -> null));
		}
		ResponseEntity<String> response = sender.send(method, this.server.url() + path,
				Fields.of("Authorization: Bearer x | Cookie: c=1"), body);
		return response.getStatusCode().value() + " " + response.getBody();
	}

	private CachingClientHttpConnector caching(ClientHttpConnector connector, boolean cached) {
		CachingClientHttpConnector caching = new CachingClientHttpConnector(this.cache, connector).withRedirects();
		return cached ? caching : caching.withCacheSelector((request) -> null);
	}

}
