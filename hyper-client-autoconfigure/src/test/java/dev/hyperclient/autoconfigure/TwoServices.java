package dev.hyperclient.autoconfigure;

import java.nio.file.Path;
import java.util.List;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.observation.HyperClientMetricsAutoConfiguration;
import org.junit.jupiter.api.AfterEach;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Two services, each a real HTTP server, and applications that know one or both.
 */
abstract class TwoServices {

	static final String COOKBOOK = "hyper-client.services.cookbook.";

	final TinyService library = new TinyService();

	final TinyService cookbook = new TinyService();

	final ApplicationContextRunner bare = new ApplicationContextRunner()
		.withPropertyValues("spring.reactor.netty.shutdown-quiet-period=0s")
		.withConfiguration(
				AutoConfigurations.of(HyperClientAutoConfiguration.class, HyperClientServicesAutoConfiguration.class,
						HyperClientMetricsAutoConfiguration.class, SslAutoConfiguration.class,
						HttpClientAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
						WebClientAutoConfiguration.class, MetricsAutoConfiguration.class,
						CompositeMeterRegistryAutoConfiguration.class, SimpleMetricsExportAutoConfiguration.class));

	final ApplicationContextRunner named = this.bare.withPropertyValues(COOKBOOK + "base-url=" + this.cookbook.url(),
			COOKBOOK + "version=1.0");

	final ApplicationContextRunner both = this.named.withPropertyValues("hyper-client.base-url=" + this.library.url(),
			"hyper-client.version=1.0");

	@AfterEach
	void stop() {
		this.library.close();
		this.cookbook.close();
	}

	static void fails(ServiceRoot root) {
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(root::svcAttributes);
	}

	static List<String> files(Path directory) {
		return List.of(directory.toFile().list());
	}

	static List<String> authorizations(TinyService service) {
		return headers(service, "Authorization");
	}

	static List<String> headers(TinyService service, String name) {
		return service.server()
			.getAllServeEvents()
			.stream()
			.map((event) -> event.getRequest().getHeader(name))
			.toList();
	}

}
