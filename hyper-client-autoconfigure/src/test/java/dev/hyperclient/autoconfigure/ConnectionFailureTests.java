package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.fixtures.ServerProcess;
import dev.hyperclient.fixtures.SocketServer;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Failed TLS connections to a service, and failures that a proxy causes.
 */
@SuppressWarnings("try")
class ConnectionFailureTests extends AbstractTwoServicesTests {

	private final int port = ServerProcess.freePort();

	private final ApplicationContextRunner proxied = this.named.withPropertyValues(COOKBOOK + "proxy.host=localhost",
			COOKBOOK + "proxy.port=" + this.port, COOKBOOK + "startup=lazy");

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					expired               | has expired (NotAfter: | ). Renew the certificate of the server, or correct the clock of this machine
					localhost-by-other-ca | is not trusted (unable to find valid certification path to requested target). Use an SSL bundle | (hyper-client.services.cookbook.ssl.bundle)
					other-host            | is not for the host of the URL (No | localhost found). Use a host name in the URL (hyper-client.services.cookbook.base-url)
					""")
	void certificateThatIsNotAcceptedIsReportedWithItsRemedy(String certificate, String problem, String remedy) {
		for (String connector : List.of("reactor", "jdk")) {
			try (TlsServer server = new TlsServer(certificate)) {
				assertFailure(using(connector), server.url(),
						"received no response: the server's certificate " + problem)
					.withMessageContaining(remedy);
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void refusedHandshakeIsReportedWithBundleProperty(String connector) {
		try (SocketServer server = new SocketServer(ConnectionFailureTests::refuseHandshake)) {
			assertFailure(using(connector), "https://localhost:" + server.port(),
					"received no response: the server refused the TLS handshake (Received fatal alert: handshake_failure). If it requires a client certificate")
				.withMessageContaining("(hyper-client.services.cookbook.ssl.bundle)");
		}
	}

	/** Send the alert of a server that requires a client certificate. */
	private static void refuseHandshake(Socket connection) throws IOException {
		connection.getInputStream().read();
		connection.getOutputStream().write(new byte[] { 0x15, 3, 3, 0, 2, 2, 0x28 });
		connection.shutdownOutput();
		connection.getInputStream().transferTo(OutputStream.nullOutputStream());
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void httpsOnPlainHttpPortIsReported(String connector) {
		assertFailure(using(connector), this.cookbook.url().replace("http:", "https:"),
				"received no response: the server does not speak TLS on that port. Check the scheme and the port of the URL (hyper-client.services.cookbook.base-url)");
	}

	@Test
	void httpOnTlsPortIsReported() {
		try (TlsServer server = new TlsServer("localhost")) {
			assertFailure(using("reactor"), server.url().replace("https:", "http:"),
					"received no response: the response is not HTTP. Check the scheme and the port of the URL (hyper-client.services.cookbook.base-url): a TLS port requires https");
		}
	}

	@Test
	void readTimeoutIsReportedWithProperty() {
		this.cookbook.server().stubFor(any(anyUrl()).willReturn(aResponse().withFixedDelay(20_000)));
		assertFailure(using("reactor").withPropertyValues(COOKBOOK + "read-timeout=100ms"), this.cookbook.url(),
				"received no response: no data was received in time")
			.withMessageContaining("'hyper-client.services.cookbook.read-timeout'")
			.withMessageNotContaining("null");
	}

	@Test
	void tlsFailureFailsTheStart() {
		try (TlsServer server = new TlsServer("localhost-by-other-ca")) {
			StartupFailures.assertStartFails(
					this.trusting.withPropertyValues(COOKBOOK + "startup=eager", COOKBOOK + "base-url=" + server.url()),
					"certificate is not trusted", "Use an SSL bundle");
		}
	}

	private ApplicationContextRunner using(String connector) {
		return this.trusting.withPropertyValues("spring.http.clients.reactive.connector=" + connector);
	}

	/** The only report is the exception. */
	private static ThrowableAssertAlternative<?> assertFailure(ApplicationContextRunner runner, String url,
			String message) {
		Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		root.addAppender(log);
		ThrowableAssertAlternative<?>[] failure = new ThrowableAssertAlternative<?>[1];
		try {
			runner.withPropertyValues(COOKBOOK + "base-url=" + url)
				.run((context) -> failure[0] = assertThatExceptionOfType(TransportException.class)
					.isThrownBy(context.getBean(ServiceRoot.class)::svcAttributes)
					.withMessageContaining(message)
					.withMessageNotContaining(".."));
			return failure[0];
		}
		finally {
			root.detachAppender(log);
			assertThat(List.copyOf(log.list)).filteredOn((event) -> event.getLevel().isGreaterOrEqual(Level.WARN))
				.filteredOn((event) -> url.startsWith("https:"))
				.isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void unavailableProxyIsReported(String connector) {
		assertProxyFailure(proxied(connector),
				"received no response: the proxy localhost:%d cannot be reached: ".formatted(this.port),
				"Check 'hyper-client.services.cookbook.proxy.host' and 'hyper-client.services.cookbook.proxy.port'");
	}

	@Test
	void unknownProxyHostIsReported() {
		assertProxyFailure(this.proxied.withPropertyValues(COOKBOOK + "proxy.host=proxy.invalid"),
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
	void missingOrWrongProxyCredentialsAreReported(@TempDir Path directory) {
		try (ServerProcess proxy = ServerProcess.tinyproxy(directory, this.port, "BasicAuth me mine")) {
			assertProxyFailure(this.proxied,
					"the proxy localhost:%d requires a user name and a password (status 407)".formatted(this.port),
					"Set 'hyper-client.services.cookbook.proxy.username' and");
			assertProxyFailure(
					this.proxied.withPropertyValues(COOKBOOK + "proxy.username=me", COOKBOOK + "proxy.password=s3cret"),
					"the proxy localhost:%d refused the user name or the password (status 401)".formatted(this.port),
					"Check 'hyper-client.services.cookbook.proxy.username' and");
			assertProxyFailure(proxied("jdk"), "requires a user name and a password (status 407)",
					"The JDK's HTTP client cannot log in to it: use Reactor Netty");
		}
	}

	@Test
	void tlsIsTunneledThroughProxy(@TempDir Path directory) {
		try (TlsServer server = new TlsServer("localhost");
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
		try (TlsServer server = new TlsServer("localhost");
				ServerProcess proxy = ServerProcess.tinyproxy(directory, this.port, "ConnectPort 443")) {
			assertProxyFailure(proxied(connector).withPropertyValues(COOKBOOK + "base-url=" + server.url()),
					"the proxy localhost:%d refused CONNECT to localhost:%d (status 403)".formatted(this.port,
							server.port()),
					"Allow CONNECT");
		}
	}

	private ApplicationContextRunner proxied(String connector) {
		return this.proxied.withPropertyValues("spring.http.clients.reactive.connector=" + connector);
	}

	private static void assertProxyFailure(ApplicationContextRunner runner, String reason, String advice) {
		runner.run((context) -> assertThatExceptionOfType(TransportException.class)
			.isThrownBy(context.getBean(ServiceRoot.class)::svcAttributes)
			.withMessageContaining(reason)
			.withMessageContaining(advice)
			.withMessageNotContainingAny("s3cret", "base-url", ".."));
	}

}
