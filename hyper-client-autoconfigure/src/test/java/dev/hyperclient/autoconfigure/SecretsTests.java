package dev.hyperclient.autoconfigure;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.autoconfigure.endpoint.HyperClientEndpointAutoConfiguration;
import dev.hyperclient.autoconfigure.endpoint.HyperClientSanitizingAutoConfiguration;
import dev.hyperclient.autoconfigure.health.HyperClientHealthContributorAutoConfiguration;
import dev.hyperclient.autoconfigure.observation.HyperClientMetricsAutoConfiguration;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.fixtures.LogLines;
import dev.hyperclient.token.CredentialsFile;
import dev.hyperclient.token.OAuthConsumer;
import dev.hyperclient.token.StoredCredentials;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.actuate.autoconfigure.beans.BeansEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.context.properties.ConfigurationPropertiesReportEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.env.EnvironmentEndpointAutoConfiguration;
import org.springframework.boot.actuate.beans.BeansEndpoint;
import org.springframework.boot.actuate.context.properties.ConfigurationPropertiesReportEndpoint;
import org.springframework.boot.actuate.env.EnvironmentEndpoint;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.actuate.endpoint.MetricsEndpoint;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsEndpointAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.test.util.ReflectionTestUtils;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application whose secrets are all the same word. The word is in no response of the
 * actuator, although all values are shown, in no log line and in no exception.
 */
class SecretsTests {

	private static final String MARKER = "m4rk3r";

	@RegisterExtension
	private final LogLines log = new LogLines("dev.hyperclient", Level.TRACE);

	@AutoClose
	private final StubService service = new StubService();

	private final ApplicationContextRunner runner = HyperClientContextRunner
		.create(this.service, HyperClientMetricsAutoConfiguration.class,
				HyperClientHealthContributorAutoConfiguration.class, HyperClientSanitizingAutoConfiguration.class,
				HyperClientEndpointAutoConfiguration.class, MetricsEndpointAutoConfiguration.class,
				EndpointAutoConfiguration.class, BeansEndpointAutoConfiguration.class,
				ConfigurationPropertiesReportEndpointAutoConfiguration.class,
				EnvironmentEndpointAutoConfiguration.class, HealthContributorRegistryAutoConfiguration.class,
				HealthEndpointAutoConfiguration.class)
		.withConfiguration(HyperClientContextRunner.METERS)
		.withPropertyValues("management.endpoints.web.exposure.include=*",
				"management.endpoint.configprops.show-values=always", "management.endpoint.env.show-values=always",
				"management.endpoint.health.show-details=always");

	@Test
	void propertiesAreMasked() {
		this.runner
			.withPropertyValues("hyper-client.oauth.consumer-key=consumer",
					"hyper-client.oauth.consumerSecret=" + MARKER, "hyper-client.oauth.access_token=" + MARKER,
					"hyper-client.oauth.access-token-secret=" + MARKER,
					"hyper-client.services[my.foo].base-url=" + this.service.url(),
					"hyper-client.services[my.foo].version=1.0", "hyper-client.services[my.foo].basic.username=me",
					"hyper-client.services[my.foo].basic.password=" + MARKER)
			.run((context) -> {
				assertNoSecretIsExposed(context);
				assertThat(configprops(context)).contains("consumer").contains("******");
			});
	}

	@Test
	void environmentVariablesAndSystemPropertiesAreMasked() {
		Map<String, Object> variables = new HashMap<>();
		variables.put("HYPERCLIENT_BASIC_USERNAME", "me");
		variables.put("HYPERCLIENT_BASIC_PASSWORD", MARKER);
		variables.put("HYPER_CLIENT_BASIC_PASSWORD", MARKER);
		variables.put("HYPER_CLIENT_BASE_URL", "http://me:" + MARKER + "@example.com/");
		variables.put("HYPERCLIENT_SERVICES_FOO_BASEURL", this.service.url());
		variables.put("HYPERCLIENT_SERVICES_FOO_VERSION", "1.0");
		variables.put("HYPERCLIENT_SERVICES_FOO_OAUTH_CONSUMERKEY", "consumer");
		variables.put("HYPERCLIENT_SERVICES_FOO_OAUTH_ACCESSTOKEN", MARKER);
		variables.put("HYPERCLIENT_SERVICES_FOO_OAUTH_ACCESSTOKENSECRET", MARKER);
		variables.put("SPRING_APPLICATION_JSON",
				"{\"hyper-client\": {\"basic\": {\"password\": \"%s\"}}}".formatted(MARKER));
		variables.put("JAVA_TOOL_OPTIONS", "-Dhyper-client.basic.password=" + MARKER);
		this.runner
			.withSystemProperties("hyperClient.basic.password=" + MARKER,
					"app.command=java -jar app.jar --hyper-client.basic.password=" + MARKER)
			.withInitializer((context) -> environment(context, variables))
			.run((context) -> {
				assertNoSecretIsExposed(context);
				assertThat(this.service.authorizations()).isNotEmpty()
					.anyMatch((value) -> value.startsWith("Basic "))
					.anyMatch((value) -> value.startsWith("OAuth "));
				assertThat(env(context)).contains("HYPERCLIENT_SERVICES_FOO_OAUTH_ACCESSTOKENSECRET")
					.contains("http://******@example.com/");
			});
	}

	@Test
	void variableOfPlaceholderIsMasked() {
		this.runner.withInitializer((context) -> environment(context, Map.of("MY_PW", MARKER)))
			.withPropertyValues("hyper-client.basic.username=me", "hyper-client.basic.password=${MY_PW}")
			.run((context) -> {
				assertNoSecretIsExposed(context);
				assertThat(env(context)).contains("MY_PW");
				assertThat(this.service.authorizations()).isNotEmpty().allMatch((value) -> value.startsWith("Basic "));
			});
	}

	@Test
	void contentOfCredentialsFileIsNotExposed(@TempDir Path directory) {
		Path file = directory.resolve("credentials");
		new CredentialsFile(file)
			.write(new StoredCredentials(new OAuthConsumer("consumer", MARKER), new AccessToken(MARKER, MARKER)));
		this.runner.withPropertyValues("hyper-client.oauth.credentials-file=" + file).run((context) -> {
			assertNoSecretIsExposed(context);
			assertThat(this.service.authorizations()).isNotEmpty().allMatch((value) -> value.contains(MARKER));
			assertThat(configprops(context)).contains(file.toString());
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "hyper-client.oauth.signature-method=rsa-sha1", "hyper-client.oauth.realm=caf\u00e9",
			"hyper-client.oauth.consumer-secret=x\t" + MARKER, "hyper-client.oauth.access-token=x\t" + MARKER,
			"hyper-client.basic.password=" + MARKER, "hyper-client.connect-timeout=soon", "hyper-client.version=7.0",
			"hyper-client.base-url=http://example.com/", "hyper-client.base-url=http://me:" + MARKER + "@example.com/",
			"hyper-client.base-url=me:" + MARKER + "@example.com",
			"hyper-client.base-url=http://me:" + MARKER + "@my_host/",
			"hyper-client.base-url=http://me:[" + MARKER + "@example.com:x/",
			"hyper-client.allowed-origins=http://me:[" + MARKER + "@example.com:x/",
			"hyper-client.allowed-origins=http://me:" + MARKER + "@example.com" })
	void startupFailureContainsNoSecrets(String wrong) {
		this.runner
			.withPropertyValues("hyper-client.oauth.consumer-key=consumer",
					"hyper-client.oauth.consumer-secret=" + MARKER, "hyper-client.oauth.access-token=" + MARKER,
					"hyper-client.oauth.access-token-secret=" + MARKER, wrong)
			.run((context) -> {
				assertThat(context).hasFailed();
				assertThat(describe(context.getStartupFailure())).doesNotContain(MARKER);
				assertNoSecretIsLogged();
			});
	}

	private void assertNoSecretIsExposed(ApplicationContext context) {
		assertThat(context).isInstanceOf(ConfigurableApplicationContext.class);
		this.service.server().stubFor(any(urlEqualTo("/1.0/closed")).willReturn(aResponse().withStatus(401)));
		ServiceRoot root = context.getBean(ServiceRoot.class);
		Map<String, String> shown = new LinkedHashMap<>();
		shown.put("configprops", configprops(context));
		shown.put("env", env(context));
		shown.put("beans", json(context.getBean(BeansEndpoint.class).beans()));
		shown.put("health", json(context.getBean(HealthEndpoint.class).health()));
		shown.put("services",
				json(ReflectionTestUtils.invokeMethod(context.getBean("hyperClientEndpoint"), "services")));
		MetricsEndpoint metrics = context.getBean(MetricsEndpoint.class);
		for (String name : metrics.listNames().getNames()) {
			shown.put(name, json(metrics.metric(name, null)));
		}
		shown.put("properties", context.getBean(HyperClientProperties.class).toString());
		shown.put("credentials", root.credentials().orElseThrow().toString());
		assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.load("closed"))
			.satisfies((error) -> shown.put("401", describe(error)));
		assertThat(shown).hasSizeGreaterThan(8)
			.allSatisfy((what, text) -> assertThat(text).as(what).isNotEmpty().doesNotContain(MARKER));
		assertNoSecretIsLogged();
	}

	private void assertNoSecretIsLogged() {
		assertThat(this.log.events()).extracting(ILoggingEvent::getFormattedMessage)
			.allSatisfy((message) -> assertThat(message).doesNotContain(MARKER));
	}

	private static String configprops(ApplicationContext context) {
		return json(context.getBean(ConfigurationPropertiesReportEndpoint.class).configurationProperties());
	}

	private static String env(ApplicationContext context) {
		EnvironmentEndpoint endpoint = context.getBean(EnvironmentEndpoint.class);
		return json(List.of(endpoint.environment(null), endpoint.environmentEntry("hyper-client.basic.password"),
				endpoint.environmentEntry("hyper-client.oauth.access-token-secret")));
	}

	private static String json(Object value) {
		return JsonMapper.shared().writeValueAsString(value);
	}

	private static void environment(ConfigurableApplicationContext context, Map<String, Object> variables) {
		context.getEnvironment()
			.getPropertySources()
			.replace("systemEnvironment", new SystemEnvironmentPropertySource("systemEnvironment", variables));
	}

	private static String describe(Throwable failure) {
		FailureAnalysis analysis = StartupFailures.analyze(failure);
		return Throwables.getStackTrace(failure)
				+ ((analysis != null) ? analysis.getDescription() + analysis.getAction() : "");
	}

}
