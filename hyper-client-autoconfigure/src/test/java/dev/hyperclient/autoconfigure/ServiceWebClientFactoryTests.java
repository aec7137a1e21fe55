package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.fixtures.SocketServer;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.ssl.SslBundleRegistry;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * HTTP clients of services, also after an update of their SSL bundles.
 */
class ServiceWebClientFactoryTests extends AbstractTwoServicesTests {

	@AutoClose
	private final TlsServer server = new TlsServer("localhost");

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void proxyAppliesToItsServiceOnly(String connector) {
		try (StubService proxy = new StubService()) {
			proxy.server().resetMappings();
			this.both
				.withPropertyValues("spring.http.clients.reactive.connector=" + connector,
						COOKBOOK + "proxy.host=localhost", COOKBOOK + "proxy.port=" + proxy.server().port(),
						COOKBOOK + "startup=lazy")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					assertThat(context.getBean("cookbook", ServiceRoot.class))
						.satisfies(AbstractTwoServicesTests::assertFails);
					assertThat(proxy.server().getAllServeEvents()).isNotEmpty()
						.allSatisfy((event) -> assertThat(event.getRequest().getUrl()).startsWith("/1.0/"));
					assertThat(this.library.requestCount()).isEqualTo(2);
					assertThat(this.cookbook.requestCount()).isZero();
				});
		}
	}

	@Test
	void proxyCredentialsAreSent() {
		StringBuffer request = new StringBuffer();
		try (SocketServer proxy = new SocketServer((connection) -> refuse(connection, request))) {
			this.named
				.withPropertyValues(COOKBOOK + "proxy.host=localhost", COOKBOOK + "proxy.port=" + proxy.port(),
						COOKBOOK + "proxy.username=me", COOKBOOK + "proxy.password=mine", COOKBOOK + "startup=lazy")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					assertThat(context.getBean(ServiceRoot.class)).satisfies(AbstractTwoServicesTests::assertFails);
				});
			assertThat(request).containsIgnoringCase("proxy-authorization: Basic bWU6bWluZQ==");
		}
	}

	private static void refuse(Socket connection, StringBuffer request) throws IOException {
		request.append(SocketServer.readHead(connection.getInputStream()));
		connection.getOutputStream().write("HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n".getBytes());
	}

	@ParameterizedTest
	@ValueSource(strings = { "proxy.username=me", "max-connections=2" })
	void settingThatTheJdkClientLacksFailsTheStart(String property) {
		StartupFailures.assertStartFails(
				this.named.withBean(ClientHttpConnectorBuilder.class, ClientHttpConnectorBuilder::jdk)
					.withPropertyValues(COOKBOOK + "proxy.host=localhost", COOKBOOK + "proxy.port=3128",
							COOKBOOK + property),
				"'hyper-client.services.cookbook." + property.split("=")[0] + "'", "Reactor Netty");
	}

	@Test
	void cookiesAreNotKept() {
		this.cookbook.server()
			.stubFor(get("/1.0/a").willReturn(this.cookbook.thing().withHeader("Set-Cookie", "session=1")));
		this.named
			.withPropertyValues("spring.http.clients.cookie-handling=enable",
					"spring.http.clients.reactive.connector=jdk")
			.run((context) -> {
				ServiceRoot root = context.getBean(ServiceRoot.class);
				root.load("a");
				root.load("a");
				assertThat(this.cookbook.headers("Cookie")).hasSize(4).containsOnlyNulls();
			});
	}

	@Test
	void maxConnectionsIsApplied() {
		this.named.withPropertyValues(COOKBOOK + "max-connections=1").run((context) -> {
			assertThat(context).hasNotFailed();
			ServiceRoot root = context.getBean(ServiceRoot.class);
			this.cookbook.server().resetRequests();
			this.cookbook.server().stubFor(any(anyUrl()).willReturn(aResponse().withStatus(404).withFixedDelay(200)));
			CompletableFuture
				.allOf(CompletableFuture.runAsync(() -> root.load("a")),
						CompletableFuture.runAsync(() -> root.load("b")))
				.exceptionally((ex) -> null)
				.join();
			List<Long> times = this.cookbook.server()
				.getAllServeEvents()
				.stream()
				.map((event) -> event.getRequest().getLoggedDate().getTime())
				.sorted()
				.toList();
			assertThat(times).hasSize(2);
			assertThat(times.get(1) - times.get(0)).isGreaterThan(150);
		});
	}

	@Test
	void sslBundleAppliesToItsServiceOnly() {
		this.trusting
			.withPropertyValues(COOKBOOK + "base-url=" + this.server.url(),
					"hyper-client.base-url=" + this.server.url(), "hyper-client.startup=lazy")
			.run((context) -> {
				assertThatExceptionOfType(NotFound.class)
					.isThrownBy(context.getBean("cookbook", ServiceRoot.class)::svcAttributes);
				assertThatExceptionOfType(TransportException.class)
					.isThrownBy(context.getBean(ServiceRoot.class)::svcAttributes)
					.withMessageContaining("certification path");
			});
	}

	@Test
	void interimResponsesAreSkipped() {
		try (FakeService service = FakeService.builder("things").type("thing", "things", (thing) -> {
			thing.integer("id");
			IntStream.rangeClosed(1, 5).forEach((id) -> thing.entry(Map.of("id", id)));
		}).start()) {
			IntStream.range(0, 7).forEach((request) -> service.faults().interimNext());
			this.bare.withPropertyValues("hyper-client.base-url=" + service.baseUrl()).run((context) -> {
				ServiceRoot root = context.getBean(ServiceRoot.class);
				for (int id = 1; id <= 5; id++) {
					assertThat(root.load("things/" + id, Entry.class).getLong("id")).isEqualTo(id);
				}
				assertThat(service.requests()).hasSize(7);
			});
		}
	}

	@Test
	void sharedWebClientBuilderIsNotChanged() {
		WebClient.Builder shared = WebClient.builder();
		this.named
			.withBean("shared", WebClient.Builder.class, () -> shared, (definition) -> definition.setPrimary(true))
			.withBean(HyperClientWebClientCustomizer.class,
					() -> (service, builder) -> builder.defaultHeader("X-Key", "ours"))
			.run((context) -> {
				assertThat(this.cookbook.headers("X-Key")).isNotEmpty().containsOnly("ours");
				shared.build()
					.get()
					.uri(this.library.url() + "/1.0/")
					.exchangeToMono(ClientResponse::releaseBody)
					.block();
				assertThat(this.library.headers("X-Key")).containsOnlyNulls();
			});
	}

	@Test
	void webClientCustomizersReceiveServiceName() {
		this.both
			.withBean(HyperClientWebClientCustomizer.class,
					() -> (service, builder) -> builder.defaultHeader("X-Service", service))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(this.library.headers("X-Service")).isNotEmpty().containsOnly("default");
				assertThat(this.cookbook.headers("X-Service")).isNotEmpty().containsOnly("cookbook");
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void newConnectionsUseTheUpdatedTrustStore(String connector) {
		this.trusting
			.withPropertyValues(COOKBOOK + "base-url=" + this.server.url(),
					"spring.http.clients.reactive.connector=" + connector)
			.run((context) -> {
				ServiceRoot root = context.getBean(ServiceRoot.class);
				assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.load("a"));
				context.getBean(SslBundleRegistry.class).updateBundle("kitchen", TlsServer.bundle("", "other-ca"));
				this.server.closeConnections();
				assertThatExceptionOfType(TransportException.class).isThrownBy(() -> root.load("a"))
					.withMessageContaining("certificate is not trusted");
				context.getBean(SslBundleRegistry.class).updateBundle("kitchen", TlsServer.bundle("", "ca"));
				assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.load("a"));
			});
	}

	@Test
	void replacedConnectionsAreClosedAfterTheCallTimeout() {
		this.trusting.withPropertyValues(COOKBOOK + "base-url=" + this.server.url(), COOKBOOK + "call-timeout=1s")
			.run((context) -> {
				ServiceRoot root = context.getBean(ServiceRoot.class);
				assertThatExceptionOfType(NotFound.class)
					.isThrownBy(() -> TokenEndpointTests.patiently(() -> root.load("a")));
				context.getBean(SslBundleRegistry.class).updateBundle("kitchen", TlsServer.bundle("", "ca"));
				this.server.awaitNoConnections();
				assertThatExceptionOfType(NotFound.class)
					.isThrownBy(() -> TokenEndpointTests.patiently(() -> root.load("a")));
			});
	}

	@Test
	void replacedConnectionsAreClosedWithTheContext() {
		// Its event loops, which would close all connections, do not end with the
		// context.
		try (ConfigurableApplicationContext parent = new AnnotationConfigApplicationContext(
				IsolatedReactorResources.class)) {
			new ApplicationContextRunner().withParent(parent)
				.withConfiguration(HyperClientContextRunner.BASE)
				.withPropertyValues("spring.ssl.bundle.pem.kitchen.truststore.certificate=" + TlsServer.resource("ca"),
						COOKBOOK + "ssl.bundle=kitchen", COOKBOOK + "startup=lazy",
						COOKBOOK + "base-url=" + this.server.url(), COOKBOOK + "call-timeout=10m")
				.run((context) -> {
					ServiceRoot root = context.getBean(ServiceRoot.class);
					assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.load("a"));
					context.getBean(SslBundleRegistry.class).updateBundle("kitchen", TlsServer.bundle("", "ca"));
					assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.load("a"));
				});
			this.server.awaitNoConnections();
		}
	}

}
