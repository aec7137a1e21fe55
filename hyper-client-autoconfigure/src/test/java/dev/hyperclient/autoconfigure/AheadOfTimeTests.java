package dev.hyperclient.autoconfigure;

import java.util.Map;
import java.util.function.Consumer;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.endpoint.HyperClientEndpointAutoConfiguration;
import dev.hyperclient.autoconfigure.health.HyperClientHealthContributorAutoConfiguration;
import dev.hyperclient.autoconfigure.observation.HyperClientMetricsAutoConfiguration;
import dev.hyperclient.autoconfigure.observation.HyperClientObservationAutoConfiguration;
import dev.hyperclient.autoconfigure.security.HyperClientOAuth2AutoConfiguration;
import dev.hyperclient.autoconfigure.endpoint.HyperClientSanitizingAutoConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application that was processed ahead of time, when only the placeholder of the base
 * URL was known.
 */
@Timeout(120)
class AheadOfTimeTests {

	private final StubService service = new StubService();

	@AfterEach
	void stop() {
		this.service.close();
	}

	@Test
	@CompileWithForkedClassLoader
	void servicesAreCreatedFromTheEnvironmentAtStart() {
		Map<String, Object> atBuild = Map.of("hyper-client.base-url", "${URL:}", "hyper-client.version", "1.0",
				"management.endpoints.web.exposure.include", "*");
		Map<String, Object> atStart = Map.of("URL", this.service.url(), "hyper-client.services.late.base-url",
				this.service.url(), "hyper-client.services.late.version", "1.0");
		processed(atBuild, atStart, (context) -> {
			assertThat(context.getBean(ServiceRoot.class).uri()).hasToString(this.service.url() + "/1.0/");
			assertThat(context.getBeansOfType(ServiceRoot.class)).containsOnlyKeys("default", "late")
				.allSatisfy((name, root) -> assertThat(root.svcCollections()).isEmpty());
			assertThat(context.getBean(HealthEndpoint.class).health().getStatus()).isEqualTo(Status.UP);
		});
	}

	@Test
	@CompileWithForkedClassLoader
	void applicationWithoutPropertiesStarts() {
		processed(Map.of(), Map.of(), (context) -> {
			assertThat(context.getBean(HealthEndpoint.class).healthForPath("hyperClient")).isNull();
			assertThatExceptionOfType(BeanCreationException.class)
				.isThrownBy(() -> context.getBean("serviceRoot", ServiceRoot.class))
				.satisfies((failure) -> StartupFailures.assertAnalyzed(failure, "'hyper-client.base-url' is not set",
						"Set 'hyper-client.base-url'"));
		});
	}

	@Test
	@CompileWithForkedClassLoader
	void baseUrlIsSetAtStartOnly() {
		processed(Map.of(), Map.of("hyper-client.base-url", this.service.url(), "hyper-client.version", "1.0"),
				(context) -> {
					assertThat(context.getBeanFactory().containsSingleton("default")).isTrue();
					assertThat(context.getBean(HealthEndpoint.class).healthForPath("hyperClient").getStatus())
						.isEqualTo(Status.UP);
				});
	}

	@Test
	@CompileWithForkedClassLoader
	void serviceIsDisabledAtStartOnly() {
		processed(Map.of("hyper-client.base-url", this.service.url(), "hyper-client.version", "1.0"),
				Map.of("hyper-client.enabled", "false"), (context) -> {
					assertThat(context.getBean(HealthEndpoint.class).healthForPath("hyperClient")).isNull();
					assertThat(this.service.requestCount()).isZero();
					assertThatExceptionOfType(BeanCreationException.class)
						.isThrownBy(() -> context.getBean(ServiceRoot.class))
						.satisfies((failure) -> StartupFailures.assertAnalyzed(failure,
								"'hyper-client.enabled' is false", "Set 'hyper-client.enabled' to true"));
				});
	}

	private static void processed(Map<String, Object> atBuild, Map<String, Object> atStart,
			Consumer<GenericApplicationContext> started) {
		AheadOfTimeContext.process(atBuild, atStart, started, IsolatedReactorResources.class,
				HyperClientAutoConfiguration.class, HyperClientServicesAutoConfiguration.class,
				HyperClientEndpointAutoConfiguration.class, HyperClientHealthContributorAutoConfiguration.class,
				HyperClientMetricsAutoConfiguration.class, HyperClientObservationAutoConfiguration.class,
				HyperClientOAuth2AutoConfiguration.class, HyperClientSanitizingAutoConfiguration.class,
				SslAutoConfiguration.class, HttpClientAutoConfiguration.class,
				ReactiveHttpClientAutoConfiguration.class, WebClientAutoConfiguration.class,
				MetricsAutoConfiguration.class, CompositeMeterRegistryAutoConfiguration.class,
				SimpleMetricsExportAutoConfiguration.class, EndpointAutoConfiguration.class,
				HealthContributorRegistryAutoConfiguration.class, HealthEndpointAutoConfiguration.class);
	}

}
