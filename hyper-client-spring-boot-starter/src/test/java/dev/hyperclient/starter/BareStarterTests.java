package dev.hyperclient.starter;

import java.time.Duration;
import java.util.Map;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.testservice.FakeService;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application with the class path of the starter only, without the optional libraries.
 */
class BareStarterTests {

	private static final FakeService service = FakeService.builder("notes").type("note", "notes", (note) -> {
		note.text("name");
		note.entry(Map.of("name", "bare"));
	}).start();

	@AfterAll
	static void stop() {
		service.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "io.micrometer.core.instrument.MeterRegistry",
			"org.springframework.boot.health.contributor.Health",
			"org.springframework.boot.actuate.endpoint.SanitizingFunction",
			"org.springframework.security.core.Authentication", "jakarta.validation.Validator" })
	void optionalLibrariesAreAbsent(String type) {
		assertThat(ClassUtils.isPresent(type, null)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "eager", "background" })
	void applicationStartsWithoutOptionalLibraries(String startup) {
		try (ConfigurableApplicationContext context = SpringApplication.run(Application.class,
				"--hyper-client.base-url=" + service.baseUrl(), "--hyper-client.startup=" + startup)) {
			assertThat(context.getBean(ServiceRoot.class).collection("notes").at(0).getString("name"))
				.isEqualTo("bare");
		}
	}

	@Test
	void severalServicesStartWithoutOptionalLibraries() {
		try (ConfigurableApplicationContext context = SpringApplication.run(Application.class,
				"--hyper-client.services.one.base-url=" + service.baseUrl(),
				"--hyper-client.services.two.base-url=" + service.baseUrl())) {
			assertThat(context.getBeansOfType(ServiceRoot.class)).containsOnlyKeys("one", "two");
		}
	}

	@Test
	void failureAnalyzersLoadWithoutOptionalLibraries() {
		assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, ArgumentResolver.of(Environment.class, new StandardEnvironment()),
					FailureHandler.logging(LogFactory.getLog(getClass()))))
			.filteredOn((analyzer) -> analyzer.getClass().getName().startsWith("dev.hyperclient."))
			.hasSize(2)
			.allSatisfy((analyzer) -> assertThat(analyzer.analyze(new IllegalStateException())).isNull());
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		/**
		 * Event loops for one context that are shut down with it immediately. By default,
		 * a closing context waits two seconds for late requests.
		 */
		@Bean
		ReactorResourceFactory reactorResourceFactory() {
			ReactorResourceFactory resources = new ReactorResourceFactory();
			resources.setUseGlobalResources(false);
			resources.setShutdownQuietPeriod(Duration.ZERO);
			return resources;
		}

	}

}
