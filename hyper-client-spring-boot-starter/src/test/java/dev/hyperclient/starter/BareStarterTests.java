package dev.hyperclient.starter;

import java.time.Duration;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import dev.hyperclient.ServiceRoot;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application with the class path of the starter only, without the optional libraries.
 */
class BareStarterTests {

	private static final String WADL_TYPE = "application/vnd.sun.wadl+xml";

	private final WireMockServer service = new WireMockServer(WireMockConfiguration.options().dynamicPort());

	@BeforeEach
	void serveRoot() {
		this.service.start();
		String root = this.service.baseUrl() + "/";
		serve(WADL_TYPE, """
				<application xmlns="http://research.sun.com/wadl/2006/10">
				  <resources base="%s"><resource path="" type="#service-root"/></resources>
				  <resource_type id="service-root"><method name="GET"><response>
				    <representation href="#service-root-json"/></response></method></resource_type>
				  <representation mediaType="application/json" id="service-root-json">
				    <param style="plain" name="motto" path="$['motto']"/>
				  </representation>
				</application>""".formatted(root));
		serve("application/json", "{\"resource_type_link\": \"%s#service-root\", \"motto\": \"bare\"}".formatted(root));
	}

	private void serve(String mediaType, String body) {
		this.service.stubFor(get(urlEqualTo("/")).withHeader("Accept", equalTo(mediaType))
			.willReturn(aResponse().withHeader("Content-Type", mediaType).withBody(body)));
	}

	@AfterEach
	void stop() {
		this.service.stop();
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
	@ValueSource(strings = { "eager", "lazy", "background" })
	void applicationStartsWithoutOptionalLibraries(String startup) {
		try (ConfigurableApplicationContext context = SpringApplication.run(Application.class,
				"--hyper-client.base-url=" + this.service.baseUrl(), "--hyper-client.startup=" + startup)) {
			assertThat(context.getBean(ServiceRoot.class).load("", dev.hyperclient.Entry.class).getString("motto"))
				.isEqualTo("bare");
		}
	}

	@Test
	void applicationStartsWithoutProperties() {
		try (ConfigurableApplicationContext context = SpringApplication.run(Application.class)) {
			assertThat(context.getBeanNamesForType(ServiceRoot.class)).containsExactly("default");
			assertThat(context.getBeanFactory().containsSingleton("default")).isFalse();
		}
	}

	@Test
	void severalServicesStartWithoutOptionalLibraries() {
		try (ConfigurableApplicationContext context = SpringApplication.run(Application.class,
				"--hyper-client.services.one.base-url=" + this.service.baseUrl(),
				"--hyper-client.services.two.base-url=" + this.service.baseUrl())) {
			assertThat(context.getBeansOfType(ServiceRoot.class)).containsOnlyKeys("one", "two");
		}
	}

	@Test
	void failureAnalyzersLoadWithoutOptionalLibraries() {
		assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, ArgumentResolver.of(Environment.class, new StandardEnvironment()),
					FailureHandler.logging(LogFactory.getLog(getClass()))))
			.filteredOn((analyzer) -> analyzer.getClass().getName().startsWith("dev.hyperclient."))
			.hasSize(5)
			.allSatisfy((analyzer) -> assertThat(analyzer.analyze(new IllegalStateException())).isNull());
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		/**
		 * Separate event loops: a closing context may wait for event loops that are
		 * shared between contexts.
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
