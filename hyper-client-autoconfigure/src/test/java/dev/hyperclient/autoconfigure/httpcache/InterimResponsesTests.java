package dev.hyperclient.autoconfigure.httpcache;

import java.time.Duration;
import java.util.List;

import dev.hyperclient.fixtures.SocketServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
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
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Clients over the HTTP clients that do not skip interim responses (RFC 9110, 15.2)
 * themselves, with the HTTP cache and without it, if one precedes each final response.
 */
@ExtendWith(OutputCaptureExtension.class)
class InterimResponsesTests {

	/** Jetty's client skips only those that it knows. */
	private static final String INTERIM = "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 199 Unknown\r\n\r\n";

	/** Answers each request with its path. */
	@AutoClose
	private static final SocketServer server = new SocketServer((socket) -> {
		while (true) {
			String path = SocketServer.readHead(socket.getInputStream()).split(" ")[1];
			socket.getOutputStream()
				.write(SocketServer.bytes(INTERIM + "HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nContent-Length: "
						+ path.length() + "\r\n\r\n" + path));
		}
	});

	private final ApplicationContextRunner runner = HttpCacheContextRunner
		.create(InterimResponsesAutoConfiguration.class);

	@ParameterizedTest
	@ValueSource(strings = { "jetty", "reactor" })
	void clientsReceiveTheResponsesToTheirRequests(String library) {
		this.runner
			.withPropertyValues("spring.http.clients.imperative.factory=" + library,
					"spring.http.clients.reactive.connector=" + library)
			.run(InterimResponsesTests::assertThatEachRequestHasItsResponse);
	}

	@ParameterizedTest
	@ValueSource(classes = { Implementations.class, AnyFactories.class })
	void clientsOfBuildersOfTheApplicationReceiveTheResponsesToTheirRequests(Class<?> builders) {
		for (String setting : List.of("enabled=false", "enabled=true", "clients=chosen")) {
			this.runner.withUserConfiguration(builders)
				.withPropertyValues("hyper-client.http-cache." + setting)
				.run(InterimResponsesTests::assertThatEachRequestHasItsResponse);
		}
	}

	@Test
	void builderOfUnknownTypeThatIsDeclaredWithItIsNamed(CapturedOutput output) {
		this.runner.withUserConfiguration(UnknownBuilder.class)
			.withPropertyValues("hyper-client.http-cache.enabled=false")
			.run((context) -> assertThat(output)
				.contains("interim responses are not skipped by bean 'requestFactories', "
						+ "which is declared as OwnBuilder. Declare it as ClientHttpRequestFactoryBuilder."));
	}

	private static void assertThatEachRequestHasItsResponse(ApplicationContext context) {
		RestClient.Builder rest = context.getBean(RestClient.Builder.class);
		WebClient.Builder web = context.getBean(WebClient.Builder.class);
		assertThatEachRequestHasItsResponse(rest.build(), web.build());
		HttpCacheTransports.exclude(rest);
		HttpCacheTransports.exclude(web);
		assertThatEachRequestHasItsResponse(rest.build(), web.build());
	}

	/** One by one, so that they share connections. */
	private static void assertThatEachRequestHasItsResponse(RestClient rest, WebClient web) {
		for (int i = 0; i < 4; i++) {
			String read = "/rest/" + i;
			assertThat(rest.get().uri(server.url().resolve(read)).retrieve().body(String.class)).isEqualTo(read);
			String received = "/web/" + i;
			assertThat(web.get()
				.uri(server.url().resolve(received))
				.retrieve()
				.bodyToMono(String.class)
				.block(Duration.ofSeconds(10))).isEqualTo(received);
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

}
