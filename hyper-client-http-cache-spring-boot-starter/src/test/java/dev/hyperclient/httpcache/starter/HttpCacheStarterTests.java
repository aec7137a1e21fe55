package dev.hyperclient.httpcache.starter;

import java.util.Map;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.HttpCache;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * An application with the class path of this starter and of
 * {@code spring-boot-starter-restclient} only.
 */
class HttpCacheStarterTests {

	@RegisterExtension
	static final WireMockExtension service = WireMockExtension.newInstance().build();

	@BeforeEach
	void serve() {
		service.stubFor(get(urlEqualTo("/")).willReturn(ok("text").withHeader("Cache-Control", "max-age=60")));
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "dev.hyperclient.ServiceRoot", "org.springframework.web.reactive.function.client.WebClient",
					"reactor.core.publisher.Mono", "jakarta.servlet.Servlet",
					"io.micrometer.core.instrument.MeterRegistry", "org.springframework.boot.health.contributor.Health",
					"org.springframework.boot.actuate.endpoint.SanitizingFunction",
					"org.springframework.security.core.Authentication" })
	void optionalLibrariesAreAbsent(String type) {
		assertThat(ClassUtils.isPresent(type, null)).isFalse();
	}

	@Test
	void clientsAreCachedIfEnabled() {
		try (ConfigurableApplicationContext context = run("--hyper-client.http-cache.enabled=true")) {
			assertThat(context.getBean(Service.class).read()).isEqualTo("text");
			assertThat(context.getBean(RestClient.Builder.class)
				.build()
				.get()
				.uri(service.baseUrl() + "/")
				.retrieve()
				.body(String.class)).isEqualTo("text");
			RestTemplate template = context.getBean(RestTemplateBuilder.class).build();
			assertThat(template.getForObject(service.baseUrl() + "/", String.class)).isEqualTo("text");
			service.verify(1, getRequestedFor(urlEqualTo("/")));
		}
	}

	@Test
	void nothingIsCachedByDefault() {
		try (ConfigurableApplicationContext context = run()) {
			assertThat(context.getBeansOfType(HttpCache.class)).isEmpty();
			context.getBean(Service.class).read();
			context.getBean(Service.class).read();
			service.verify(2, getRequestedFor(urlEqualTo("/")));
		}
	}

	@Test
	void misspeltPropertyFailsTheStartWithItsName() {
		assertThatThrownBy(
				() -> run("--hyper-client.http-cache.enabled=true", "--hyper-client.http-cache.max-idle-tme=1d"))
			.hasMessageContaining("The property 'hyper-client.http-cache.max-idle-tme' does not exist")
			.extracting((failure) -> NestedExceptionUtils.getMostSpecificCause(failure))
			.extracting("action")
			.asString()
			.contains("'hyper-client.http-cache.max-idle-time'");
	}

	@Test
	void failureAnalyzersLoadWithoutOptionalLibraries() {
		assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, ArgumentResolver.of(Environment.class, new StandardEnvironment()),
					FailureHandler.logging(LogFactory.getLog(getClass()))))
			.filteredOn((analyzer) -> analyzer.getClass().getName().startsWith("dev.hyperclient."))
			.isNotEmpty()
			.allSatisfy((analyzer) -> assertThat(analyzer.analyze(new IllegalStateException())).isNull());
	}

	private ConfigurableApplicationContext run(String... arguments) {
		SpringApplication application = new SpringApplication(Application.class);
		application.setDefaultProperties(Map.of("spring.http.serviceclient.service.base-url", service.baseUrl()));
		return application.run(arguments);
	}

	interface Service {

		@GetExchange("/")
		String read();

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@ImportHttpServices(group = "service", types = Service.class)
	static class Application {

	}

}
