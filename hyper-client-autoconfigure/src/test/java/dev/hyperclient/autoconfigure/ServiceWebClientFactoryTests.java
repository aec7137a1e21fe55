package dev.hyperclient.autoconfigure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.TransportException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * HTTP clients of services.
 */
class ServiceWebClientFactoryTests extends AbstractTwoServicesTests {

	@Test
	void readTimeoutAppliesToItsServiceOnly() {
		this.cookbook.server().stubFor(any(anyUrl()).willReturn(aResponse().withFixedDelay(20_000)));
		this.both.withPropertyValues(COOKBOOK + "read-timeout=200ms")
			.run((context) -> StartupFailures.assertAnalyzed(context.getStartupFailure(), this.cookbook.url(),
					"'hyper-client.services.cookbook.base-url'"));
	}

	@Test
	void proxyAppliesToItsServiceOnly() {
		WireMockServer proxy = new WireMockServer(
				WireMockConfiguration.options().dynamicPort().http2PlainDisabled(true));
		proxy.start();
		try {
			this.both
				.withPropertyValues(COOKBOOK + "proxy.host=localhost", COOKBOOK + "proxy.port=" + proxy.port(),
						COOKBOOK + "startup=lazy")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					assertThat(context.getBean("cookbook", ServiceRoot.class))
						.satisfies(AbstractTwoServicesTests::assertFails);
					assertThat(proxy.getAllServeEvents()).isNotEmpty()
						.allSatisfy((event) -> assertThat(event.getRequest().getUrl()).startsWith("/1.0/"));
					assertThat(this.library.requestCount()).isEqualTo(2);
					assertThat(this.cookbook.requestCount()).isZero();
				});
		}
		finally {
			proxy.stop();
		}
	}

	@Test
	void proxyCredentialsAreSent() throws IOException {
		try (ServerSocket proxy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			CompletableFuture<String> request = CompletableFuture.supplyAsync(() -> refuseAndReport(proxy));
			this.named
				.withPropertyValues(COOKBOOK + "proxy.host=localhost", COOKBOOK + "proxy.port=" + proxy.getLocalPort(),
						COOKBOOK + "proxy.username=me", COOKBOOK + "proxy.password=mine", COOKBOOK + "startup=lazy")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					assertThat(context.getBean(ServiceRoot.class)).satisfies(AbstractTwoServicesTests::assertFails);
				});
			assertThat(request.join()).containsIgnoringCase("proxy-authorization: Basic bWU6bWluZQ==");
		}
	}

	private static String refuseAndReport(ServerSocket proxy) {
		try (Socket connection = proxy.accept()) {
			StringBuilder request = new StringBuilder();
			BufferedReader reader = new BufferedReader(
					new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
			for (String line = reader.readLine(); line != null && !line.isEmpty(); line = reader.readLine()) {
				request.append(line).append('\n');
			}
			connection.getOutputStream().write("HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n".getBytes());
			return request.toString();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Test
	void proxyUserWithJdkClientFailsTheStart() {
		this.named.withBean(ClientHttpConnectorBuilder.class, ClientHttpConnectorBuilder::jdk)
			.withPropertyValues(COOKBOOK + "proxy.host=localhost", COOKBOOK + "proxy.port=3128",
					COOKBOOK + "proxy.username=me")
			.run((context) -> StartupFailures.assertAnalyzed(context.getStartupFailure(),
					"'hyper-client.services.cookbook.proxy.username'", "Reactor Netty"));
	}

	@Test
	void proxyAppliesToJdkClient() {
		WireMockServer proxy = new WireMockServer(
				WireMockConfiguration.options().dynamicPort().http2PlainDisabled(true));
		proxy.start();
		try {
			this.named
				.withPropertyValues("spring.http.clients.reactive.connector=jdk", COOKBOOK + "proxy.host=localhost",
						COOKBOOK + "proxy.port=" + proxy.port(), COOKBOOK + "startup=lazy")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					assertThat(context.getBean(ServiceRoot.class)).satisfies(AbstractTwoServicesTests::assertFails);
					assertThat(proxy.getAllServeEvents()).isNotEmpty()
						.allSatisfy((event) -> assertThat(event.getRequest().getUrl()).startsWith("/1.0/"));
					assertThat(this.cookbook.requestCount()).isZero();
				});
		}
		finally {
			proxy.stop();
		}
	}

	@Test
	void maxConnectionsWithJdkClientFailsTheStart() {
		this.named.withBean(ClientHttpConnectorBuilder.class, ClientHttpConnectorBuilder::jdk)
			.withPropertyValues(COOKBOOK + "max-connections=2")
			.run((context) -> StartupFailures.assertAnalyzed(context.getStartupFailure(),
					"'hyper-client.services.cookbook.max-connections'", "Reactor Netty"));
	}

	@Test
	void maxConnectionsIsApplied() {
		this.named.withPropertyValues(COOKBOOK + "max-connections=1").run((context) -> {
			assertThat(context).hasNotFailed();
			ServiceRoot root = context.getBean(ServiceRoot.class);
			this.cookbook.server().resetRequests();
			this.cookbook.server().stubFor(any(anyUrl()).willReturn(aResponse().withStatus(404).withFixedDelay(500)));
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
			assertThat(times.get(1) - times.get(0)).isGreaterThan(400);
		});
	}

	@Test
	void sslBundleAppliesToItsServiceOnly(@TempDir Path directory) throws Exception {
		Path keys = directory.resolve("keys.p12");
		assertThat(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
				"-genkeypair", "-keyalg", "RSA", "-alias", "localhost", "-dname", "CN=localhost", "-ext",
				"san=dns:localhost", "-storetype", "PKCS12", "-storepass", "changeit", "-keystore", keys.toString())
			.redirectErrorStream(true)
			.start()
			.waitFor()).isZero();
		WireMockServer secure = new WireMockServer(WireMockConfiguration.options()
			.httpDisabled(true)
			.dynamicHttpsPort()
			.keystorePath(keys.toString())
			.keystoreType("PKCS12")
			.keystorePassword("changeit")
			.keyManagerPassword("changeit"));
		secure.start();
		try {
			String url = "https://localhost:" + secure.httpsPort() + "/1.0/";
			this.bare
				.withPropertyValues("spring.ssl.bundle.jks.kitchen.truststore.location=file:" + keys,
						"spring.ssl.bundle.jks.kitchen.truststore.password=changeit",
						"spring.ssl.bundle.jks.kitchen.truststore.type=PKCS12", COOKBOOK + "base-url=" + url,
						COOKBOOK + "ssl.bundle=kitchen", COOKBOOK + "startup=lazy", "hyper-client.base-url=" + url,
						"hyper-client.startup=lazy")
				.run((context) -> {
					assertThatExceptionOfType(NotFound.class)
						.isThrownBy(context.getBean("cookbook", ServiceRoot.class)::svcAttributes);
					assertThatExceptionOfType(TransportException.class)
						.isThrownBy(context.getBean(ServiceRoot.class)::svcAttributes)
						.withMessageContaining("certification path");
				});
		}
		finally {
			secure.stop();
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

}
