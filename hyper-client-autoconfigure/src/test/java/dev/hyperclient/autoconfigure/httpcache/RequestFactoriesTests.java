package dev.hyperclient.autoconfigure.httpcache;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.hyperclient.fixtures.LocalServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.http.client.InetAddressFilter;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PutExchange;
import org.springframework.web.service.registry.ImportHttpServices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The HTTP cache of {@code RestClient}, {@code RestTemplate} and HTTP service groups over
 * each request factory that Spring Boot configures.
 */
class RequestFactoriesTests {

	private final ApplicationContextRunner runner = HttpCacheContextRunner.create().withUserConfiguration(Group.class);

	@ParameterizedTest
	@ValueSource(strings = { "http-components", "jetty", "jdk", "simple", "reactor" })
	void redirectsAreFollowedAboveTheCache(String factory) {
		try (CountingServer server = new CountingServer()) {
			runner(factory, server.url()).run((context) -> {
				Clients clients = new Clients(context, server.url());
				assertThat(clients.rest("/moved/302?/a")).isEqualTo("2 for nobody");
				assertThat(clients.template("/moved/302?/a")).isEqualTo("2 for nobody");
				assertThat(clients.service().moved()).isEqualTo("2 for nobody");
				assertThat(server.requests()).containsExactly("GET /moved/302?/a", "GET /a", "GET /moved/302?/a",
						"GET /moved/302?/a");
			});
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "http-components", "reactor" })
	void redirectToFilteredAddressIsRefused(String factory) throws IOException {
		InetAddress filtered = InetAddress.getByName("127.0.0.2");
		assumeTrue(canBind(filtered), () -> "This machine has no address " + filtered);
		try (CountingServer server = new CountingServer(); CountingServer other = new CountingServer(filtered)) {
			runner(factory, server.url())
				.withBean(InetAddressFilter.class,
						() -> InetAddressFilter.adapt((address) -> !address.equals(filtered)))
				.run((context) -> {
					Clients clients = new Clients(context, server.url());
					assertThat(clients.rest("/")).isEqualTo("1 for nobody");
					assertThatException().isThrownBy(() -> clients.rest("/moved/302?" + other.url() + "/a"))
						.satisfies((ex) -> assertThat(ex).hasStackTraceContaining("Filtered host \'127.0.0.2\'"));
					assertThatException().isThrownBy(() -> clients.template("/moved/308?" + other.url() + "/a"))
						.satisfies((ex) -> assertThat(ex).hasStackTraceContaining("Filtered host \'127.0.0.2\'"));
					assertThat(other.requests()).isEmpty();
				});
			runner(factory, server.url()).run(
					(context) -> assertThat(new Clients(context, server.url()).rest("/moved/302?" + other.url() + "/a"))
						.isEqualTo("1 for nobody"));
		}
	}

	private static boolean canBind(InetAddress address) {
		try (ServerSocket socket = new ServerSocket(0, 0, address)) {
			return socket.isBound();
		}
		catch (IOException ex) {
			return false;
		}
	}

	@Test
	void unsafeRequestOfEachKindOfClientInvalidates() {
		try (CountingServer server = new CountingServer()) {
			runner("jdk", server.url()).run((context) -> {
				Clients clients = new Clients(context, server.url());
				clients.rest("/");
				RestClient client = context.getBean(RestClient.Builder.class).baseUrl(server.url()).build();
				client.put().uri("/").body("text").retrieve().toBodilessEntity();
				assertThat(clients.template("/")).isEqualTo("3 for nobody");
				context.getBean(RestTemplateBuilder.class).build().put(server.url() + "/", "text");
				assertThat(clients.service().read()).isEqualTo("5 for nobody");
				clients.service().write();
				assertThat(clients.rest("/")).isEqualTo("7 for nobody");
			});
		}
	}

	@Test
	void bodiesAreStreamed() {
		CountDownLatch receivedByServer = new CountDownLatch(1);
		CountDownLatch receivedByClient = new CountDownLatch(1);
		byte[] part = "0123456789".repeat(50_000).getBytes(StandardCharsets.US_ASCII);
		try (LocalServer server = new LocalServer((exchange) -> {
			try (InputStream request = exchange.getRequestBody()) {
				if (request.read() != -1) {
					receivedByServer.countDown();
					request.transferTo(OutputStream.nullOutputStream());
				}
			}
			exchange.getResponseHeaders().add("Cache-Control", "max-age=3600");
			exchange.sendResponseHeaders(200, 0);
			exchange.getResponseBody().write(part);
			exchange.getResponseBody().flush();
			await(receivedByClient);
			exchange.getResponseBody().write(part);
		})) {
			runner("jdk", server.url()).run((context) -> {
				RestClient client = context.getBean(RestClient.Builder.class).baseUrl(server.url()).build();
				Long changed = client.put().uri("/").body((output) -> {
					output.write(part);
					output.flush();
					await(receivedByServer);
					output.write(part);
				}).exchange((request, response) -> length(response.getBody(), receivedByClient));
				assertThat(changed).isEqualTo(2L * part.length);
				Long received = client.get()
					.uri("/")
					.exchange((request, response) -> length(response.getBody(), new CountDownLatch(1)));
				assertThat(received).isEqualTo(2L * part.length);
			});
		}
	}

	private ApplicationContextRunner runner(String factory, String url) {
		return this.runner.withPropertyValues("spring.http.clients.imperative.factory=" + factory,
				"spring.http.serviceclient.service.base-url=" + url);
	}

	private static long length(InputStream body, CountDownLatch received) throws IOException {
		long first = (body.read() != -1) ? 1 : 0;
		received.countDown();
		return first + body.transferTo(OutputStream.nullOutputStream());
	}

	private static void await(CountDownLatch latch) throws IOException {
		try {
			if (!latch.await(Duration.ofSeconds(20).toSeconds(), TimeUnit.SECONDS)) {
				throw new IOException("The body is not streamed");
			}
		}
		catch (InterruptedException ex) {
			throw new IOException(ex);
		}
	}

	/**
	 * Each kind of client.
	 *
	 * @param context the context that configures them
	 * @param url the URL of the server
	 */
	private record Clients(ApplicationContext context, String url) {

		String rest(String path) {
			return this.context.getBean(RestClient.Builder.class)
				.build()
				.get()
				.uri(this.url + path)
				.retrieve()
				.body(String.class);
		}

		String template(String path) {
			RestTemplate template = this.context.getBean(RestTemplateBuilder.class).build();
			return template.exchange(this.url + path, HttpMethod.GET, null, String.class).getBody();
		}

		Service service() {
			return this.context.getBean(Service.class);
		}

	}

	interface Service {

		@GetExchange("/")
		String read();

		@GetExchange("/moved/302?/a")
		String moved();

		@PutExchange("/")
		void write();

	}

	@Configuration(proxyBeanMethods = false)
	@ImportHttpServices(group = "service", types = Service.class)
	static class Group {

	}

}
