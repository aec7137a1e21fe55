package dev.hyperclient.autoconfigure;

import java.nio.file.Path;
import java.util.List;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.observation.HyperClientMetricsAutoConfiguration;
import org.junit.jupiter.api.AutoClose;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Base class for tests with two services and applications that use one or both.
 */
abstract class AbstractTwoServicesTests {

	static final String COOKBOOK = "hyper-client.services.cookbook.";

	@AutoClose
	final StubService library = new StubService();

	@AutoClose
	final StubService cookbook = new StubService();

	final ApplicationContextRunner bare = HyperClientContextRunner.create(HyperClientMetricsAutoConfiguration.class)
		.withConfiguration(HyperClientContextRunner.METERS);

	final ApplicationContextRunner named = this.bare.withPropertyValues(COOKBOOK + "base-url=" + this.cookbook.url(),
			COOKBOOK + "version=1.0");

	final ApplicationContextRunner both = this.named.withPropertyValues("hyper-client.base-url=" + this.library.url(),
			"hyper-client.version=1.0");

	/** Applications that trust a {@link TlsServer}. */
	final ApplicationContextRunner trusting = this.bare.withPropertyValues(
			"spring.ssl.bundle.pem.kitchen.truststore.certificate=" + TlsServer.resource("ca"),
			COOKBOOK + "ssl.bundle=kitchen", COOKBOOK + "startup=lazy");

	static void assertFails(ServiceRoot root) {
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(root::svcAttributes);
	}

	static List<String> files(Path directory) {
		return List.of(directory.toFile().list());
	}

}
