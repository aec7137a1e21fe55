package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.TransportException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Failures that a proxy causes.
 */
@SuppressWarnings("try")
class ProxyFailureFilterTests extends AbstractTwoServicesTests {

	private final int port = ServerProcess.freePort();

	private final ApplicationContextRunner proxied = this.named.withPropertyValues(COOKBOOK + "proxy.host=localhost",
			COOKBOOK + "proxy.port=" + this.port, COOKBOOK + "startup=lazy");

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void unavailableProxyIsReported(String connector) {
		assertFailure(using(connector),
				"received no response: the proxy localhost:%d cannot be reached: ".formatted(this.port),
				"Check 'hyper-client.services.cookbook.proxy.host' and 'hyper-client.services.cookbook.proxy.port'");
	}

	@Test
	void unknownProxyHostIsReported() {
		assertFailure(this.proxied.withPropertyValues(COOKBOOK + "proxy.host=proxy.invalid"),
				"the proxy proxy.invalid:%d cannot be reached: ".formatted(this.port),
				"'hyper-client.services.cookbook.proxy.host'");
	}

	@Test
	void unavailableProxyFailsTheStart() {
		StartupFailures.assertStartFails(this.proxied.withPropertyValues(COOKBOOK + "startup=eager"),
				"the proxy localhost:%d cannot be reached".formatted(this.port),
				"Check 'hyper-client.services.cookbook.proxy.host'");
	}

	@Test
	void missingProxyCredentialsAreReported(@TempDir Path directory) {
		try (ServerProcess proxy = ServerProcess.tinyproxy(directory, this.port, "BasicAuth me mine")) {
			assertFailure(this.proxied,
					"the proxy localhost:%d requires a user name and a password (status 407)".formatted(this.port),
					"Set 'hyper-client.services.cookbook.proxy.username' and");
		}
	}

	@Test
	void wrongProxyCredentialsAreReported(@TempDir Path directory) {
		try (ServerProcess proxy = ServerProcess.tinyproxy(directory, this.port, "BasicAuth me mine")) {
			assertFailure(
					this.proxied.withPropertyValues(COOKBOOK + "proxy.username=me", COOKBOOK + "proxy.password=s3cret"),
					"the proxy localhost:%d refused the user name or the password (status 401)".formatted(this.port),
					"Check 'hyper-client.services.cookbook.proxy.username' and");
		}
	}

	@Test
	void proxyCredentialsAreAccepted(@TempDir Path directory) {
		try (ServerProcess proxy = ServerProcess.tinyproxy(directory, this.port, "BasicAuth me mine")) {
			this.proxied.withPropertyValues(COOKBOOK + "proxy.username=me", COOKBOOK + "proxy.password=mine")
				.run((context) -> assertThat(context.getBean(ServiceRoot.class).svcAttributes()).contains("motto"));
		}
	}

	@Test
	void tlsIsTunneledThroughProxy(@TempDir Path directory) {
		try (TlsServer server = TlsServer.with("localhost");
				ServerProcess proxy = ServerProcess.tinyproxy(directory, this.port, "")) {
			this.proxied
				.withPropertyValues("spring.ssl.bundle.pem.kitchen.truststore.certificate=" + TlsServer.resource("ca"),
						COOKBOOK + "ssl.bundle=kitchen", COOKBOOK + "base-url=" + server.url())
				.run((context) -> assertThatExceptionOfType(NotFound.class)
					.isThrownBy(context.getBean(ServiceRoot.class)::svcAttributes));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void refusedConnectIsReported(String connector, @TempDir Path directory) throws IOException {
		try (TlsServer server = TlsServer.with("localhost");
				ServerProcess proxy = ServerProcess.tinyproxy(directory, this.port, "ConnectPort 443")) {
			assertFailure(using(connector).withPropertyValues(COOKBOOK + "base-url=" + server.url()),
					"the proxy localhost:%d refused CONNECT to localhost:%d (status 403)".formatted(this.port,
							server.port()),
					"Allow CONNECT");
		}
	}

	@Test
	void refusedConnectToPlainHttpIsReported(@TempDir Path directory) {
		try (ServerProcess proxy = ServerProcess.tinyproxy(directory, this.port, "ConnectPort 443")) {
			assertFailure(this.proxied,
					"refused CONNECT to localhost:%d (status 403)".formatted(this.cookbook.server().port()),
					"also if the scheme is http");
		}
	}

	@Test
	void jdkClientNeedsNoConnectForPlainHttp(@TempDir Path directory) {
		try (ServerProcess proxy = ServerProcess.tinyproxy(directory, this.port, "ConnectPort 443")) {
			using("jdk")
				.run((context) -> assertThat(context.getBean(ServiceRoot.class).svcAttributes()).contains("motto"));
		}
	}

	@Test
	void missingProxyCredentialsAreReportedByJdkClient(@TempDir Path directory) {
		try (ServerProcess proxy = ServerProcess.tinyproxy(directory, this.port, "BasicAuth me mine")) {
			assertFailure(using("jdk"), "requires a user name and a password (status 407)",
					"The JDK's HTTP client cannot log in to it: use Reactor Netty");
		}
	}

	private ApplicationContextRunner using(String connector) {
		return this.proxied.withPropertyValues("spring.http.clients.reactive.connector=" + connector);
	}

	private static void assertFailure(ApplicationContextRunner runner, String reason, String advice) {
		runner.run((context) -> assertThatExceptionOfType(TransportException.class)
			.isThrownBy(context.getBean(ServiceRoot.class)::svcAttributes)
			.withMessageContaining(reason)
			.withMessageContaining(advice)
			.withMessageNotContainingAny("s3cret", "base-url", ".."));
	}

}
