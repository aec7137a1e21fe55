package dev.hyperclient.autoconfigure;

import java.util.stream.Stream;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Context runners with the auto-configurations that every application has.
 */
public final class HyperClientContextRunner {

	/** The auto-configurations of every application. */
	public static final SortedAutoConfigurations BASE = SortedAutoConfigurations.of(HyperClientAutoConfiguration.class,
			HyperClientServicesAutoConfiguration.class, SslAutoConfiguration.class, HttpClientAutoConfiguration.class,
			ReactiveHttpClientAutoConfiguration.class, WebClientAutoConfiguration.class);

	/** The auto-configurations of a meter registry. */
	public static final SortedAutoConfigurations METERS = SortedAutoConfigurations.of(MetricsAutoConfiguration.class,
			CompositeMeterRegistryAutoConfiguration.class, SimpleMetricsExportAutoConfiguration.class);

	/** Makes all beans lazy, as {@code spring.main.lazy-initialization} does. */
	public static final ApplicationContextInitializer<ConfigurableApplicationContext> LAZY_BEANS = (context) -> context
		.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());

	private HyperClientContextRunner() {
	}

	/**
	 * Create a runner without any service.
	 * @param others further auto-configurations
	 */
	public static ApplicationContextRunner create(Class<?>... others) {
		return new ApplicationContextRunner().withUserConfiguration(IsolatedReactorResources.class)
			.withConfiguration(BASE)
			.withConfiguration(SortedAutoConfigurations.of(others));
	}

	/**
	 * Create a runner with a default service.
	 * @param service the service
	 * @param others further auto-configurations
	 */
	public static ApplicationContextRunner create(StubService service, Class<?>... others) {
		return create(others).withPropertyValues("hyper-client.base-url=" + service.url(), "hyper-client.version=1.0");
	}

	/**
	 * Return properties with the prefix of the default service.
	 * @param properties keys and values without the prefix, empty ones are ignored
	 */
	public static String[] properties(String... properties) {
		return Stream.of(properties)
			.filter((property) -> !property.isEmpty())
			.map((property) -> "hyper-client." + property)
			.toArray(String[]::new);
	}

	/**
	 * Return properties for OAuth 2, with the client {@code client} and the secret
	 * {@code s3cret}.
	 * @param tokenUri the URL of the token endpoint
	 */
	static String[] clientCredentials(String tokenUri) {
		String registration = "spring.security.oauth2.client.registration.cook.";
		return new String[] { "hyper-client.oauth2.registration-id=cook", registration + "client-id=client",
				registration + "client-secret=s3cret", registration + "authorization-grant-type=client_credentials",
				"spring.security.oauth2.client.provider.cook.token-uri=" + tokenUri };
	}

}
