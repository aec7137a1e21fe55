package dev.hyperclient.autoconfigure;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.AheadOfTimeContext.Start;
import dev.hyperclient.autoconfigure.endpoint.HyperClientEndpointAutoConfiguration;
import dev.hyperclient.autoconfigure.endpoint.HyperClientSanitizingAutoConfiguration;
import dev.hyperclient.autoconfigure.health.HyperClientHealthContributorAutoConfiguration;
import dev.hyperclient.autoconfigure.observation.HyperClientMetricsAutoConfiguration;
import dev.hyperclient.autoconfigure.observation.HyperClientObservationAutoConfiguration;
import dev.hyperclient.autoconfigure.security.HyperClientOAuth2AutoConfiguration;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application that was processed ahead of time, when not all services of its starts
 * were known, has the same services at each start as one that was not.
 */
@Tag("slow")
class AheadOfTimeTests {

	private static final Class<?>[] CONFIGURATIONS = { IsolatedReactorResources.class, UsingServices.class,
			HyperClientAutoConfiguration.class, HyperClientServicesAutoConfiguration.class,
			HyperClientEndpointAutoConfiguration.class, HyperClientHealthContributorAutoConfiguration.class,
			HyperClientMetricsAutoConfiguration.class, HyperClientObservationAutoConfiguration.class,
			HyperClientOAuth2AutoConfiguration.class, HyperClientSanitizingAutoConfiguration.class,
			SslAutoConfiguration.class, HttpClientAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
			WebClientAutoConfiguration.class, MetricsAutoConfiguration.class,
			CompositeMeterRegistryAutoConfiguration.class, SimpleMetricsExportAutoConfiguration.class,
			EndpointAutoConfiguration.class, HealthContributorRegistryAutoConfiguration.class,
			HealthEndpointAutoConfiguration.class };

	/** With few classes: a forked class loader loads them for each test. */
	@AutoClose
	private final FakeService service = FakeService.builder("service").start();

	@Test
	@CompileWithForkedClassLoader
	void applicationBuiltWithoutPropertiesHasTheServicesOfEachStart() {
		AheadOfTimeContext.process(Map.of(), List.of(new Start(Map.of(), (context) -> {
			assertThat(context.getBean(HealthEndpoint.class).healthForPath("hyperClient")).isNull();
			assertThatExceptionOfType(BeanCreationException.class)
				.isThrownBy(() -> context.getBean("serviceRoot", ServiceRoot.class))
				.satisfies((failure) -> StartupFailures.assertAnalyzed(failure, "'hyper-client.base-url' is not set",
						"Set 'hyper-client.base-url'"));
		}), new Start(service("hyper-client."), (context) -> {
			assertThat(context.getBeanFactory().containsSingleton("default")).isTrue();
			assertThat(context.getBean(Services.class).roots()).containsOnlyKeys("default");
			assertThat(context.getBean(HealthEndpoint.class).healthForPath("hyperClient").getStatus())
				.isEqualTo(Status.UP);
		}), new Start(service("hyper-client.services.named."), (context) -> {
			assertThat(context.getBean(Services.class).roots()).containsOnlyKeys("named");
			assertThat(context.getBean(ServiceRoot.class)).isSameAs(context.getBean("named"));
			assertThat(context.getBeansOfType(HyperClientConnectionDetails.class)).isEmpty();
			assertThat(context.containsBean("serviceRoot")).isFalse();
		}), new Start(Map.of("hyper-client.base-url", url(), "hyper-client.enabled", "false"), (context) -> {
			assertThat(context.getBean(Services.class).roots()).isEmpty();
			assertThatExceptionOfType(NoSuchBeanDefinitionException.class)
				.isThrownBy(() -> context.getBean(ServiceRoot.class))
				.satisfies((failure) -> StartupFailures.assertAnalyzed(failure,
						new MockEnvironment().withProperty("hyper-client.enabled", "false"),
						"'hyper-client.enabled' is not true", "Set 'hyper-client.enabled' to true"));
		})), CONFIGURATIONS);
	}

	@Test
	@CompileWithForkedClassLoader
	void applicationBuiltWithNamedServiceHasTheServicesOfEachStart() {
		Map<String, Object> atBuild = new HashMap<>(service("hyper-client.services.named."));
		atBuild.put("hyper-client.base-url", "${URL:}");
		atBuild.put("management.endpoints.web.exposure.include", "*");
		Map<String, Object> atStart = new HashMap<>(service("hyper-client.services.late."));
		atStart.putAll(Map.of("URL", url(), "hyper-client.version", "1.0"));
		AheadOfTimeContext.process(atBuild, List.of(new Start(atStart, (context) -> {
			assertThat(context.getBean(ServiceRoot.class).uri()).hasToString(url() + "/1.0/");
			assertThat(context.getBean(Services.class).roots()).containsOnlyKeys("default", "named", "late")
				.allSatisfy((name, root) -> assertThat(root.svcCollections()).isEmpty());
			assertThat(context.getBean(HealthEndpoint.class).health().getStatus()).isEqualTo(Status.UP);
		}), new Start(Map.of(),
				(context) -> assertThat(context.getBean(Services.class).roots()).containsOnlyKeys("named"))),
				CONFIGURATIONS);
	}

	@Test
	@CompileWithForkedClassLoader
	void clientsAreProcessedAheadOfTime() {
		Map<String, Object> properties = new HashMap<>(service("hyper-client."));
		properties.putAll(service("hyper-client.services.cookbook."));
		AheadOfTimeContext.process(properties, Map.of(), (context) -> {
			assertThat(context.getBean(TypedClientTests.Outdated.class).root()).isSameAs(context.getBean("default"));
			assertThat(context.getBean(TypedClientTests.Library.class).root()).isSameAs(context.getBean("cookbook"));
		}, IsolatedReactorResources.class, HyperClientAutoConfiguration.class,
				HyperClientServicesAutoConfiguration.class, SslAutoConfiguration.class,
				HttpClientAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
				WebClientAutoConfiguration.class, TypedClientTests.OutdatedClient.class,
				TypedClientTests.NamedClient.class);
	}

	@Test
	@CompileWithForkedClassLoader
	void connectionDetailsOfNamedServiceAreNotThoseOfDefaultService() {
		Map<String, Object> named = Map.of("hyper-client.services.named.startup", "lazy");
		Map<String, Object> both = new HashMap<>(service("hyper-client."));
		both.putAll(named);
		Class<?>[] configurations = Stream.concat(Stream.of(NamedConnection.class), Stream.of(CONFIGURATIONS))
			.toArray(Class<?>[]::new);
		AheadOfTimeContext.process(Map.of(), List.of(new Start(named, (context) -> {
			assertThat(context.getBean(Services.class).roots()).containsOnlyKeys("named");
			assertThat(context.getBean(ServiceRoot.class).uri()).hasToString("http://localhost:1/named/");
		}), new Start(both, (context) -> {
			assertThat(context.getBean(ServiceRoot.class).uri()).hasToString(url() + "/1.0/");
			assertThat(context.getBean("named", ServiceRoot.class).uri()).hasToString("http://localhost:1/named/");
		})), configurations);
	}

	private String url() {
		return "http://localhost:" + this.service.port();
	}

	private Map<String, Object> service(String prefix) {
		return Map.of(prefix + "base-url", url(), prefix + "version", "1.0");
	}

	@Configuration(proxyBeanMethods = false)
	static class UsingServices {

		@Bean
		@Lazy
		Services services(Map<String, ServiceRoot> roots) {
			return new Services(roots);
		}

	}

	record Services(Map<String, ServiceRoot> roots) {
	}

	@Configuration(proxyBeanMethods = false)
	static class NamedConnection {

		@Bean
		@Qualifier("named")
		HyperClientConnectionDetails connection() {
			return () -> URI.create("http://localhost:1/named/");
		}

	}

}
