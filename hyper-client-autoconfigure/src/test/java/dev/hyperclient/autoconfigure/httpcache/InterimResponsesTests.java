package dev.hyperclient.autoconfigure.httpcache;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.hyperclient.fixtures.SocketServer;
import dev.hyperclient.netty.UnexpectedInterimResponseException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * The clients of two users over each HTTP client that Spring Boot configures, with the
 * HTTP cache and without it, if interim responses (RFC 9110, 15.2) precede each final
 * one. The system property {@code hyperclient.interim.full} adds the rare forms.
 */
@ExtendWith(OutputCaptureExtension.class)
class InterimResponsesTests {

	private static final boolean FULL = Boolean.getBoolean("hyperclient.interim.full");

	private static final List<String> INTERIM = FULL ? List.of("100", "102", "103", "199", "100-103", "102-103")
			: List.of("103", "102-103");

	/** Milliseconds between a response and the next, 0 for one packet. */
	private static final List<String> PAUSES = FULL ? List.of("0", "5", "150") : List.of("0", "5");

	private static final List<String> USERS = List.of("alice", "bob");

	private static final int ACCOUNTS = 3;

	private final ApplicationContextRunner runner = HttpCacheContextRunner
		.create(InterimResponsesAutoConfiguration.class);

	@ParameterizedTest
	@ValueSource(strings = { "http-components", "jetty", "jdk", "reactor", "simple" })
	void restClientReceivesTheResponsesToItsRequests(String factory) {
		// That of JDK 17 returns interim responses, and then reads until the server
		// closes.
		boolean skips = !factory.equals("simple") || Runtime.version().feature() > 17;
		this.runner
			.withPropertyValues("spring.http.clients.imperative.factory=" + factory,
					"spring.http.clients.read-timeout=" + (skips ? "10s" : "300ms"))
			.run((context) -> assertThatResponsesBelongToTheirRequests(InterimResponsesTests::restClient, context,
					skips));
	}

	@ParameterizedTest
	@ValueSource(strings = { "http-components", "jetty", "jdk", "reactor" })
	void webClientReceivesTheResponsesToItsRequests(String connector) {
		this.runner.withPropertyValues("spring.http.clients.reactive.connector=" + connector)
			.run((context) -> assertThatResponsesBelongToTheirRequests(InterimResponsesTests::webClient, context,
					true));
	}

	static Stream<Arguments> ownBuilders() {
		return Stream.of(Interfaces.class, Implementations.class, AnyFactories.class)
			.flatMap((builders) -> Stream.of("enabled=false", "enabled=true", "clients=chosen")
				.map((setting) -> arguments(Named.of(builders.getSimpleName(), builders), setting)));
	}

	@ParameterizedTest
	@MethodSource("ownBuilders")
	void clientsOfBuildersOfTheApplicationReceiveTheResponsesToTheirRequests(Class<?> builders, String setting) {
		this.runner.withUserConfiguration(builders)
			.withPropertyValues("hyper-client.http-cache." + setting)
			.run((context) -> {
				receive(InterimResponsesTests::restClient, context, true);
				receive(InterimResponsesTests::webClient, context, true);
			});
	}

	@Test
	void builderOfUnknownTypeThatIsDeclaredWithItIsNamed(CapturedOutput output) {
		this.runner.withUserConfiguration(UnknownBuilder.class)
			.withPropertyValues("hyper-client.http-cache.enabled=false")
			.run((context) -> assertThat(output)
				.contains("interim responses are not skipped by bean 'requestFactories', "
						+ "which is declared as OwnBuilder. Declare it as ClientHttpRequestFactoryBuilder."));
	}

	private static Function<Request, @Nullable String> restClient(ApplicationContext context, boolean cached) {
		RestClient.Builder builder = context.getBean(RestClient.Builder.class);
		if (!cached) {
			HttpCacheTransports.exclude(builder);
		}
		RestClient client = builder.build();
		return (request) -> client.get()
			.uri(request.url())
			.header("Authorization", request.user())
			.retrieve()
			.body(String.class);
	}

	private static Function<Request, @Nullable String> webClient(ApplicationContext context, boolean cached) {
		WebClient.Builder builder = context.getBean(WebClient.Builder.class);
		if (!cached) {
			HttpCacheTransports.exclude(builder);
		}
		WebClient client = builder.build();
		return (request) -> client.get()
			.uri(request.url())
			.header("Authorization", request.user())
			.retrieve()
			.bodyToMono(String.class)
			.block();
	}

	private static void assertThatResponsesBelongToTheirRequests(Clients clients, ApplicationContext context,
			boolean skips) throws Exception {
		List<Request> received = receive(clients, context, skips);
		Function<Request, @Nullable String> client = clients.create(context, true);
		for (Request request : received) {
			assertThat(client.apply(request)).as("from the cache").isEqualTo(request.answer());
		}
		assertThat(received).hasSizeGreaterThanOrEqualTo(skips ? INTERIM.size() * PAUSES.size() : 0);
	}

	/**
	 * Send the requests of each row one by one, and several rows at a time, so that they
	 * share connections.
	 * @return those that were answered and may be stored
	 */
	private static List<Request> receive(Clients clients, ApplicationContext context, boolean skips) throws Exception {
		ExecutorService rows = Executors.newFixedThreadPool(6);
		List<Request> received = new CopyOnWriteArrayList<>();
		try (InterimServer server = new InterimServer()) {
			List<Future<?>> sent = new ArrayList<>();
			for (boolean cached : List.of(true, false)) {
				Function<Request, @Nullable String> client = clients.create(context, cached);
				for (String interim : INTERIM) {
					for (String pause : PAUSES) {
						sent.add(rows.submit(() -> requests(server.url() + "/" + interim + "/" + pause + "/" + cached)
							.filter((request) -> isAnswered(request, client, skips))
							.filter((request) -> cached)
							.forEach(received::add)));
					}
				}
			}
			for (Future<?> row : sent) {
				row.get();
			}
		}
		finally {
			rows.shutdownNow();
		}
		return received;
	}

	private static Stream<Request> requests(String url) {
		return Stream.iterate(1, (account) -> account <= ACCOUNTS, (account) -> account + 1)
			.flatMap((account) -> USERS.stream().map((user) -> new Request(url + "/" + account, user)));
	}

	/**
	 * Return whether the answer is right.
	 * @param skips whether it must be. Otherwise there may be none
	 */
	private static boolean isAnswered(Request request, Function<Request, @Nullable String> client, boolean skips) {
		String answer;
		try {
			answer = client.apply(request);
		}
		catch (RuntimeException ex) {
			if (skips) {
				throw ex;
			}
			assertThat(NestedExceptionUtils.getMostSpecificCause(ex)).isInstanceOfAny(IOException.class,
					UnexpectedInterimResponseException.class);
			return false;
		}
		if (!skips && answer == null) {
			return false;
		}
		assertThat(answer).isEqualTo(request.answer());
		return true;
	}

	@Configuration(proxyBeanMethods = false)
	static class Interfaces {

		@Bean
		ClientHttpRequestFactoryBuilder<?> requestFactories() {
			return ClientHttpRequestFactoryBuilder.reactor();
		}

		@Bean
		ClientHttpConnectorBuilder<?> connectors() {
			return ClientHttpConnectorBuilder.reactor();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Implementations {

		@Bean
		ReactorClientHttpRequestFactoryBuilder requestFactories() {
			return ClientHttpRequestFactoryBuilder.reactor();
		}

		@Bean
		ReactorClientHttpConnectorBuilder connectors() {
			return ClientHttpConnectorBuilder.reactor();
		}

	}

	/** Builders of the application that know no customizers of the HTTP client. */
	@Configuration(proxyBeanMethods = false)
	static class AnyFactories {

		@Bean
		ClientHttpRequestFactoryBuilder<ReactorClientHttpRequestFactory> requestFactories() {
			return ClientHttpRequestFactoryBuilder.of(ReactorClientHttpRequestFactory::new);
		}

		@Bean
		ClientHttpConnectorBuilder<ReactorClientHttpConnector> connectors() {
			return (settings) -> new ReactorClientHttpConnector();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class UnknownBuilder {

		@Bean
		OwnBuilder requestFactories() {
			return new OwnBuilder();
		}

	}

	/** A builder of the application. */
	static final class OwnBuilder implements ClientHttpRequestFactoryBuilder<ReactorClientHttpRequestFactory> {

		@Override
		public ReactorClientHttpRequestFactory build(@Nullable HttpClientSettings settings) {
			return new ReactorClientHttpRequestFactory();
		}

	}

	/** Creates clients. */
	@FunctionalInterface
	private interface Clients {

		Function<Request, @Nullable String> create(ApplicationContext context, boolean cached);

	}

	/** A GET of a user. */
	private record Request(String url, String user) {

		String answer() {
			return this.url + " of " + this.user;
		}

	}

	/**
	 * Answers each request with its URL and user, after the interim responses and pauses
	 * that the path names.
	 */
	private static final class InterimServer implements AutoCloseable {

		private final SocketServer server = new SocketServer(this::serve);

		private final CountDownLatch closed = new CountDownLatch(1);

		String url() {
			return "http://localhost:" + this.server.port();
		}

		private void serve(Socket socket) throws IOException, InterruptedException {
			socket.setTcpNoDelay(true);
			BufferedReader in = new BufferedReader(
					new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
			for (String line = in.readLine(); line != null; line = in.readLine()) {
				String path = line.split(" ")[1];
				String user = "nobody";
				while (!line.isEmpty()) {
					line = in.readLine();
					user = line.toLowerCase().startsWith("authorization:") ? line.substring(14).trim() : user;
				}
				answer(socket.getOutputStream(), path, url() + path + " of " + user);
			}
		}

		private void answer(OutputStream out, String path, String body) throws IOException, InterruptedException {
			String[] segments = path.split("/");
			int pause = Integer.parseInt(segments[2]);
			StringBuilder packet = new StringBuilder();
			for (String status : segments[1].split("-")) {
				packet.append("HTTP/1.1 ").append(status).append(" Interim\r\nLink: </style.css>\r\n\r\n");
				if (pause > 0) {
					send(out, packet);
					this.closed.await(pause, TimeUnit.MILLISECONDS);
				}
			}
			packet.append("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nCache-Control: private, max-age=600\r\n")
				.append("Content-Length: ")
				.append(body.length())
				.append("\r\n\r\n")
				.append(body);
			send(out, packet);
		}

		private static void send(OutputStream out, StringBuilder packet) throws IOException {
			out.write(packet.toString().getBytes(StandardCharsets.ISO_8859_1));
			out.flush();
			packet.setLength(0);
		}

		@Override
		public void close() {
			this.closed.countDown();
			this.server.close();
		}

	}

}
