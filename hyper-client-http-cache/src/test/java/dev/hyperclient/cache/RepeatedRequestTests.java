package dev.hyperclient.cache;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.fixtures.LogLines;
import dev.hyperclient.fixtures.SocketServer;
import dev.hyperclient.netty.InterimResponses;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.netty.resources.ConnectionPoolMetrics;
import reactor.netty.resources.ConnectionProvider;

import org.springframework.http.HttpMethod;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Requests on connections that the server ends when the next request arrives, over each
 * HTTP client.
 */
class RepeatedRequestTests {

	/** Connections that end with their next request. */
	private final Set<Socket> ending = ConcurrentHashMap.newKeySet();

	private final List<String> requests = new CopyOnWriteArrayList<>();

	@AutoClose
	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	/** The connection of the last response. */
	private volatile Socket last;

	private boolean endsAll;

	private volatile boolean ended;

	private volatile boolean refusesWrites;

	private volatile boolean redirectsWrites;

	private volatile boolean resets;

	/** Answers wait for each other. */
	private volatile CountDownLatch together = new CountDownLatch(0);

	@AutoClose
	private SocketServer server;

	@BeforeEach
	void start() {
		this.server = new SocketServer(this::serve);
	}

	/**
	 * Clients, and how often each sends a request at most: Apache's clients repeat some
	 * requests themselves.
	 */
	static Stream<Arguments> clients() {
		return TestClients.transports().map((client) -> arguments(client, client.getName().endsWith("APACHE") ? 3 : 2));
	}

	@ParameterizedTest
	@MethodSource("clients")
	void requestThatMayBeRepeatedSucceedsWithoutAWarning(Function<HttpCache, TestClient> transport, int maxRequests) {
		TestClient client = transport.apply(this.cache);
		try (LogLines logged = new LogLines("reactor.netty", Level.WARN)) {
			for (boolean reset : new boolean[] { false, true }) {
				this.resets = reset;
				for (HttpMethod method : List.of(HttpMethod.GET, HttpMethod.PUT, HttpMethod.DELETE)) {
					assertThat(sendOnEndingConnection(client, method, true)).isEqualTo("ok");
					assertThat(this.requests).hasSizeBetween(2, maxRequests).containsOnly(method.name());
				}
			}
			assertThat(logged.events()).isEmpty();
		}
	}

	static Stream<Arguments> queryingClients() {
		return QueryTests.transports().map((client) -> arguments(client, client.getName().endsWith("APACHE") ? 3 : 2));
	}

	@ParameterizedTest
	@MethodSource("queryingClients")
	void queryIsRepeatedWithItsContent(Function<HttpCache, TestClient> transport, int maxRequests) {
		TestClient client = transport.apply(this.cache);
		assertThat(sendOnEndingConnection(client, HttpMethod.valueOf("QUERY"), false)).isEqualTo("ok");
		assertThat(this.requests).hasSizeBetween(2, maxRequests).containsOnly("QUERY");
	}

	@ParameterizedTest
	@MethodSource("clients")
	void postIsSentOnce(Function<HttpCache, TestClient> transport) {
		TestClient client = transport.apply(this.cache);
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> sendOnEndingConnection(client, HttpMethod.POST, false));
		assertThat(this.requests).containsExactly("POST");
	}

	static Stream<Named<Function<HttpCache, TestClient>>> reactorClients() {
		return TestClients.transports().filter((client) -> client.getName().endsWith("REACTOR"));
	}

	@ParameterizedTest
	@MethodSource("reactorClients")
	void refusedRepetitionMayBeDueToTheFirstRequest(Function<HttpCache, TestClient> transport) {
		TestClient client = transport.apply(this.cache);
		this.refusesWrites = true;
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> sendOnEndingConnection(client, HttpMethod.PUT, true))
			.satisfies((ex) -> assertThat(ex).hasStackTraceContaining("may have been carried out"));
		assertThat(this.requests).containsExactly("PUT", "PUT");
	}

	@ParameterizedTest
	@MethodSource("reactorClients")
	void writeWithoutConditionIsSentOnce(Function<HttpCache, TestClient> transport) {
		TestClient client = transport.apply(this.cache);
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> sendOnEndingConnection(client, HttpMethod.PUT, false));
		assertThat(this.requests).containsExactly("PUT");
	}

	@Test
	void repetitionThatTheHttpClientRedirectsIsNotSentAgain() {
		TestClient client = WebClients.client(WebClients.builder(this.cache, redirecting()));
		send(client, HttpMethod.GET, otherUrl(), false);
		this.redirectsWrites = true;
		sendOnEndingConnection(client, HttpMethod.PUT, true);
		assertThat(this.requests).containsExactly("PUT", "PUT", "GET");
	}

	@Test
	void poolOfRepetitionsIsUsedAgain() {
		Set<String> pools = ConcurrentHashMap.newKeySet();
		ConnectionProvider provider = ConnectionProvider.builder("repetitions")
			.metrics(true, () -> new PoolRegistrar(pools))
			.build();
		reactor.netty.http.client.HttpClient netty = reactor.netty.http.client.HttpClient.create(provider)
			.doOnChannelInit((observer, channel, address) -> {
			});
		TestClient client = RestClients
			.client(new CachingClientHttpRequestFactory(this.cache, new ReactorClientHttpRequestFactory(netty)));
		sendOnEndingConnection(client, HttpMethod.GET, false);
		sendOnEndingConnection(client, HttpMethod.GET, false);
		assertThat(pools).hasSize(2);
		provider.dispose();
	}

	/** Several connections that the server has closed are in the pool. */
	@ParameterizedTest
	@MethodSource("reactorClients")
	void repetitionIsSentOnNewConnection(Function<HttpCache, TestClient> transport) throws InterruptedException {
		TestClient client = transport.apply(this.cache);
		List<Thread> threads = IntStream.range(0, 4)
			.mapToObj((number) -> new Thread(() -> send(client, HttpMethod.GET, url() + "?" + number, false)))
			.toList();
		this.together = new CountDownLatch(threads.size());
		threads.forEach(Thread::start);
		for (Thread thread : threads) {
			thread.join();
		}
		this.endsAll = true;
		sendOnEndingConnection(client, HttpMethod.GET, false);
		assertThat(this.requests).containsExactly("GET", "GET");
	}

	@Test
	void connectionOfAnotherClientIsKnownToHaveBeenUsed() {
		ConnectionProvider one = ConnectionProvider.create("shared", 1);
		ClientHttpConnector connector = new ReactorClientHttpConnector(
				InterimResponses.skip(reactor.netty.http.client.HttpClient.create(one)));
		send(WebClients.client(connector), HttpMethod.GET, url(), false);
		this.requests.clear();
		this.ending.add(this.last);
		send(WebClients.client(WebClients.builder(this.cache, connector)), HttpMethod.GET, url(), false);
		assertThat(this.requests).containsExactly("GET", "GET");
		one.dispose();
	}

	private static ClientHttpConnector redirecting() {
		return new ReactorClientHttpConnector(reactor.netty.http.client.HttpClient.create().followRedirect(true));
	}

	/** The connections of another host name are not those of {@link #url()}. */
	private String otherUrl() {
		return url().replace("localhost", "127.0.0.1");
	}

	private String url() {
		return "http://localhost:" + this.server.port() + "/a";
	}

	/**
	 * Send a request on a connection that ends without a response. Not all HTTP clients
	 * return a connection to their pool before the response has been read, and only
	 * Reactor Netty can be made to use a new one for the repetition.
	 */
	private String sendOnEndingConnection(TestClient client, HttpMethod method, boolean ifMatch) {
		String content = "";
		this.ended = false;
		while (!this.ended) {
			this.ending.clear();
			send(client, HttpMethod.GET, url(), false);
			this.requests.clear();
			this.ending.addAll(this.endsAll ? this.server.connections() : List.of(this.last));
			content = send(client, method, url(), ifMatch);
		}
		return content;
	}

	private static String send(TestClient client, HttpMethod method, String url, boolean ifMatch) {
		return client
			.send(method, url, Fields.of(ifMatch ? "If-Match: \"a\"" : ""),
					method.name().matches("P.*|QUERY") ? "content" : null)
			.getBody();
	}

	private void serve(Socket socket) throws IOException, InterruptedException {
		InputStream input = socket.getInputStream();
		OutputStream output = socket.getOutputStream();
		while (true) {
			String head = head(input);
			this.requests.add(head.substring(0, head.indexOf(' ')));
			if (this.ending.remove(socket)) {
				this.ended = true;
				if (this.resets) {
					socket.setSoLinger(true, 0);
				}
				socket.close();
				return;
			}
			this.last = socket;
			this.together.countDown();
			this.together.await();
			if (this.redirectsWrites && head.startsWith("PUT")) {
				output.write(SocketServer
					.bytes("HTTP/1.1 303 Text\r\nContent-Length: 0\r\nLocation: %s\r\n\r\n".formatted(otherUrl())));
				continue;
			}
			output.write(SocketServer.bytes("HTTP/1.1 %d Text\r\nContent-Length: 2\r\n\r\nok"
				.formatted((this.refusesWrites && head.startsWith("PUT")) ? 412 : 200)));
		}
	}

	/** Read a request with its content, if that has a length. */
	private static String head(InputStream input) throws IOException {
		String head = SocketServer.readHead(input);
		String fields = head.toLowerCase(Locale.ROOT);
		int length = fields.indexOf("content-length:");
		if (length >= 0) {
			input.readNBytes(Integer.parseInt(fields.substring(length + 15, fields.indexOf('\r', length)).trim()));
		}
		if (fields.contains("transfer-encoding: chunked")) {
			for (String read = ""; !read.endsWith("0\r\n\r\n");) {
				read += (char) input.read();
			}
		}
		return head;
	}

	/**
	 * Notes the pools of connections.
	 *
	 * @param ids their identifiers
	 */
	private record PoolRegistrar(Set<String> ids) implements ConnectionProvider.MeterRegistrar {

		@Override
		public void registerMetrics(String name, String id, SocketAddress remote, ConnectionPoolMetrics metrics) {
			this.ids.add(id);
		}

		@Override
		public void deRegisterMetrics(String name, String id, SocketAddress remote) {
		}

	}

}
