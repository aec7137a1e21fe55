package dev.hyperclient;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import dev.hyperclient.call.ClientListener;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.fixtures.LogLines;
import dev.hyperclient.fixtures.ScriptedServer;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.netty.InterimResponses;
import dev.hyperclient.observation.HyperClientMeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.MediaType;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Requests on connections that the server ends when the next request arrives.
 */
class RepeatedRequestTests {

	private final Set<ScriptedServer.Connection> known = ConcurrentHashMap.newKeySet();

	/** Connections that end with their next request. */
	private final Set<ScriptedServer.Connection> ending = ConcurrentHashMap.newKeySet();

	private final List<String> sent = new CopyOnWriteArrayList<>();

	private final List<String> authorizations = new CopyOnWriteArrayList<>();

	private final AtomicInteger repeats = new AtomicInteger();

	@RegisterExtension
	private final LogLines log = new LogLines("dev.hyperclient.client.default", Level.DEBUG);

	@RegisterExtension
	private final LogLines client = new LogLines("reactor.netty", Level.WARN);

	/** One connection, so that each request waits for that of the one before. */
	private ConnectionProvider pool = ConnectionProvider.create("test", 1);

	/** How a connection ends. */
	private volatile ScriptedServer.Script end = (request, connection) -> connection.close();

	private volatile ScriptedServer.Script answer = StubRecipes::respond;

	private final ScriptedServer server = new ScriptedServer(this::respond);

	private void respond(ScriptedServer.Request request, ScriptedServer.Connection connection)
			throws IOException, InterruptedException {
		this.sent.add(request.method() + " " + request.target());
		this.authorizations.add(request.headers().getOrDefault("Authorization", ""));
		this.known.add(connection);
		if (this.ending.remove(connection)) {
			this.end.respond(request, connection);
		}
		else {
			this.answer.respond(request, connection);
		}
	}

	@AfterEach
	void stop() {
		this.server.close();
		this.pool.dispose();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void readIsRepeatedOnNewConnection(boolean reset) {
		if (reset) {
			this.end = (request, connection) -> connection.reset();
		}
		try (ServiceRoot root = root().build()) {
			endConnections();
			assertThat(root.collection("recipes").get(4).getString("instructions")).isEqualTo("GET recipe 4");
		}
		assertThat(this.sent).containsExactly("GET /1.0/recipes/4", "GET /1.0/recipes/4");
		assertThat(this.repeats).hasValue(1);
		assertThat(this.server.connections()).isEqualTo(2);
		assertThat(this.log.of(Level.WARN)).isEmpty();
		assertThat(this.client.events()).isEmpty();
	}

	@Test
	void repetitionAvoidsAllConnectionsThatWereUsed() throws InterruptedException {
		this.pool = ConnectionProvider.create("test", 4);
		try (ServiceRoot root = root().build()) {
			openConnections(root, 4);
			endConnections();
			assertThat(root.collection("recipes").get(4).getString("instructions")).isEqualTo("GET recipe 4");
		}
		assertThat(this.sent).containsExactly("GET /1.0/recipes/4", "GET /1.0/recipes/4");
		assertThat(this.server.connections()).isEqualTo(5);
		assertThat(this.repeats).hasValue(1);
		assertThat(this.log.of(Level.WARN)).isEmpty();
		assertThat(this.client.events()).isEmpty();
	}

	static Stream<Arguments> writes() {
		return Stream.of(
				arguments(Named.of("PATCH", (Consumer<Entry>) (entry) -> entry.set("instructions", "New").save()), 2),
				arguments(Named.of("PUT", (Consumer<Entry>) (entry) -> entry.set("instructions", "New").replace()), 2),
				arguments(Named.of("DELETE", (Consumer<Entry>) Entry::delete), 2),
				arguments(Named.of("DELETE of a file", (Consumer<Entry>) (entry) -> entry.file("picture").delete()), 2),
				arguments(Named.of("PUT without If-Match",
						(Consumer<Entry>) (entry) -> entry.file("picture")
							.write(new ByteArrayResource(new byte[1]), MediaType.IMAGE_PNG, "a.png")),
						1),
				arguments(Named.of("POST", (Consumer<Entry>) (entry) -> entry.operation("cook").invoke()), 1));
	}

	@ParameterizedTest
	@MethodSource("writes")
	void writeIsRepeatedUnlessItMayHappenTwice(Consumer<Entry> write, int requests) {
		try (ServiceRoot root = root().build()) {
			Entry entry = root.collection("recipes").get(4);
			entry.svcRefresh();
			endConnections();
			if (requests == 2) {
				write.accept(entry);
			}
			else {
				assertThatExceptionOfType(TransportException.class).isThrownBy(() -> write.accept(entry))
					.isExactlyInstanceOf(TransportException.class)
					.withMessageContaining("received no response")
					.withMessageNotContaining("reactor");
			}
		}
		assertThat(this.sent.subList(0, requests)).containsOnly(this.sent.get(0));
		assertThat(this.repeats).hasValue(requests - 1);
	}

	@Test
	void refusedRetryAfterRepetitionMayBeDueToTheFirstRequest() {
		try (ServiceRoot root = root().retryPolicy(StubService.QUICK_RETRIES).build()) {
			Entry entry = root.collection("recipes").get(4);
			endConnections();
			AtomicInteger answers = new AtomicInteger(503);
			this.answer = (request, connection) -> connection.respond(answers.getAndSet(412), "", "");
			assertThatExceptionOfType(TransportException.class)
				.isThrownBy(() -> entry.set("instructions", "New").save())
				.withMessageContaining("may have been carried out");
		}
		assertThat(this.sent).hasSize(3);
	}

	@Test
	void newConnectionThatEndsIsFinal() {
		try (ServiceRoot root = root().build()) {
			endConnections();
			this.answer = (request, connection) -> connection.close();
			assertThatExceptionOfType(TransportException.class).isThrownBy(() -> root.load("recipes/3"))
				.isExactlyInstanceOf(TransportException.class);
			assertThat(this.sent).hasSize(2);
			// There is no pooled connection now.
			assertThatExceptionOfType(TransportException.class).isThrownBy(() -> root.load("recipes/3"));
			assertThat(this.sent).hasSize(3);
		}
	}

	@Test
	void responseThatHasBegunIsFinal() {
		this.end = (request, connection) -> connection.send("HTTP/1.1 20").pause().close();
		try (ServiceRoot root = root().build()) {
			endConnections();
			assertThatExceptionOfType(TransportException.class).isThrownBy(() -> root.load("recipes/3"));
		}
		assertThat(this.sent).hasSize(1);
	}

	@Test
	void contentAfterResponseWithoutContentDoesNotFailNextRequest() {
		try (ServiceRoot root = root().build()) {
			root.load("recipes/4");
			this.answer = (request, connection) -> {
				if (request.headers().containsKey("If-None-Match")) {
					connection.head("HTTP/1.1 304 Not Modified", "Content-Length: 5").send("hello");
				}
				else {
					StubRecipes.respond(request, connection);
				}
			};
			assertThat(root.load("recipes/4", Entry.class).getString("instructions")).isEqualTo("GET recipe 4");
			assertThat(root.load("recipes/3", Entry.class).getString("instructions")).isEqualTo("GET recipe 3");
		}
	}

	@Test
	void eachAttemptIsAuthorized() {
		try (ServiceRoot root = root(new CountingAuthorizer("me")).build()) {
			endConnections();
			this.authorizations.clear();
			root.load("recipes/4");
		}
		assertThat(this.authorizations).hasSize(2).doesNotHaveDuplicates();
	}

	@Test
	void fileIsRepeated() throws IOException {
		try (ServiceRoot root = root().build()) {
			HostedFile picture = root.collection("recipes").get(4).file("picture");
			endConnections();
			try (FileContent content = picture.open()) {
				assertThat(content.stream().readAllBytes()).asString().isEqualTo("picture");
			}
		}
		assertThat(this.repeats).hasValue(1);
	}

	@Test
	void repetitionsAreCountedAndLogged() {
		HyperClientMeterBinder meters = new HyperClientMeterBinder("test");
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		meters.bindTo(registry);
		try (ServiceRoot root = root().addListener(meters).build()) {
			endConnections();
			root.load("recipes/4");
		}
		assertThat(registry.get("hyper.client.repeats").functionCounter().count()).isEqualTo(1);
		assertThat(this.log.of(Level.DEBUG))
			.anyMatch((line) -> line.contains("/1.0/recipes/4 received no response on a connection that was kept"));
	}

	/** Have all open connections end with their next request. */
	private void endConnections() {
		this.sent.clear();
		this.ending.addAll(this.known);
	}

	private void openConnections(ServiceRoot root, int count) throws InterruptedException {
		CountDownLatch together = new CountDownLatch(count);
		this.answer = (request, connection) -> {
			together.countDown();
			together.await();
			StubRecipes.respond(request, connection);
		};
		List<Thread> threads = IntStream.range(0, count)
			.mapToObj((number) -> new Thread(() -> root.load("recipes/3")))
			.toList();
		threads.forEach(Thread::start);
		for (Thread thread : threads) {
			thread.join();
		}
		assertThat(this.known).hasSize(count);
	}

	private ServiceRootBuilder root() {
		return root(null);
	}

	private ServiceRootBuilder root(dev.hyperclient.authorizer.HttpAuthorizer authorizer) {
		WebClient client = WebClient.builder()
			.clientConnector(new ReactorClientHttpConnector(InterimResponses.skip(HttpClient.create(this.pool))))
			.build();
		return StubService.client(this.server.url())
			.authorizer(authorizer)
			.allowPlainHttpCredentials(true)
			.addListener(new ClientListener() {

				@Override
				public void onRepeat(ServiceRequest request) {
					RepeatedRequestTests.this.repeats.incrementAndGet();
				}

			})
			.webClient(() -> client);
	}

}
