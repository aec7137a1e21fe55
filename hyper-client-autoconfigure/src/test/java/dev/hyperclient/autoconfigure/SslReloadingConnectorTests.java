package dev.hyperclient.autoconfigure;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.TransportException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.ssl.SslBundleRegistry;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Connections after an update of the SSL bundle of a service.
 */
class SslReloadingConnectorTests extends AbstractTwoServicesTests {

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void newConnectionsUseTheUpdatedTrustStore(String connector) {
		try (TlsServer server = TlsServer.with("localhost")) {
			this.trusting
				.withPropertyValues(COOKBOOK + "base-url=" + server.url(),
						"spring.http.clients.reactive.connector=" + connector)
				.run((context) -> {
					ServiceRoot root = context.getBean(ServiceRoot.class);
					assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.load("a"));
					context.getBean(SslBundleRegistry.class).updateBundle("kitchen", TlsServer.bundle("", "other-ca"));
					server.closeConnections();
					assertThatExceptionOfType(TransportException.class).isThrownBy(() -> root.load("a"))
						.withMessageContaining("certificate is not trusted");
					context.getBean(SslBundleRegistry.class).updateBundle("kitchen", TlsServer.bundle("", "ca"));
					assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.load("a"));
				});
		}
	}

	@Test
	void newConnectionsUseTheUpdatedClientCertificate() {
		try (TlsServer server = TlsServer.withClientCertificates()) {
			this.trusting.withPropertyValues(COOKBOOK + "base-url=" + server.url(), COOKBOOK + "max-connections=1")
				.run((context) -> {
					ServiceRoot root = context.getBean(ServiceRoot.class);
					assertThatExceptionOfType(TransportException.class).isThrownBy(() -> root.load("a"));
					context.getBean(SslBundleRegistry.class)
						.updateBundle("kitchen", TlsServer.bundle("localhost", "ca"));
					assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.load("a"));
				});
		}
	}

	@Test
	void replacedConnectionsAreClosedAfterTheCallTimeout() {
		try (TlsServer server = TlsServer.with("localhost")) {
			this.trusting.withPropertyValues(COOKBOOK + "base-url=" + server.url(), COOKBOOK + "call-timeout=1s")
				.run((context) -> {
					ServiceRoot root = context.getBean(ServiceRoot.class);
					assertThatExceptionOfType(NotFound.class).isThrownBy(() -> loadPatiently(root));
					context.getBean(SslBundleRegistry.class).updateBundle("kitchen", TlsServer.bundle("", "ca"));
					server.awaitNoConnections();
					assertThatExceptionOfType(NotFound.class).isThrownBy(() -> loadPatiently(root));
				});
		}
	}

	@Test
	void replacedConnectionsAreClosedWithTheContext() {
		// Its event loops, which would close all connections, do not end with the
		// context.
		try (TlsServer server = TlsServer.with("localhost");
				ConfigurableApplicationContext parent = new AnnotationConfigApplicationContext(
						IsolatedReactorResources.class)) {
			new ApplicationContextRunner().withParent(parent)
				.withConfiguration(HyperClientContextRunner.BASE)
				.withPropertyValues("spring.ssl.bundle.pem.kitchen.truststore.certificate=" + TlsServer.resource("ca"),
						COOKBOOK + "ssl.bundle=kitchen", COOKBOOK + "startup=lazy",
						COOKBOOK + "base-url=" + server.url(), COOKBOOK + "call-timeout=10m")
				.run((context) -> {
					ServiceRoot root = context.getBean(ServiceRoot.class);
					assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.load("a"));
					context.getBean(SslBundleRegistry.class).updateBundle("kitchen", TlsServer.bundle("", "ca"));
					assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.load("a"));
				});
			server.awaitNoConnections();
		}
	}

	/** Once more while a busy machine needs longer than the call timeout. */
	private static void loadPatiently(ServiceRoot root) {
		while (true) {
			try {
				root.load("a");
				return;
			}
			catch (CallTimeoutException ex) {
				// Once more.
			}
		}
	}

}
