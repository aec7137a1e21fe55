package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Warnings for properties that do not exist.
 */
@ExtendWith(OutputCaptureExtension.class)
class UnknownPropertyReporterTests {

	private final ApplicationContextRunner runner = HyperClientContextRunner.create();

	@ParameterizedTest
	@CsvSource({ "hyper-client.cach.directory, 'hyper-client.cache.directory'",
			"hyper-client.base-ur, 'hyper-client.base-url'", "hyper-client.baseulr, 'hyper-client.base-url'",
			"hyper-client.web.problem-detail.enabled, 'hyper-client.web.problem-details.enabled'",
			"hyper-client.directory, 'hyper-client.cache.directory'' or ''hyper-client.http-cache.directory'",
			"hyper-client.http-cache.max-sise, 'hyper-client.http-cache.max-size'",
			"hyper-client.cache.max-retries, 'hyper-client.retry.max-retries'",
			"hyper-client.services.my-service.basic.pasword, 'hyper-client.services.my-service.basic.password'",
			"hyper-client.collections.recipes.key-pat, 'hyper-client.collections.recipes.key-path'" })
	void similarPropertyIsNamed(String property, String candidate, CapturedOutput output) {
		report(Map.of(property, "s3cret"));
		assertThat(output)
			.contains("Unknown property '" + property + "' has no effect; did you mean '" + candidate + "'?")
			.doesNotContain("s3cret");
	}

	@ParameterizedTest
	@ValueSource(strings = { "hyper-client.something-else", "hyper-client.services.cookbook" })
	void propertyWithoutSimilarOneIsReported(String property, CapturedOutput output) {
		report(Map.of(property, "value"));
		assertThat(output).contains("Unknown property '" + property + "' has no effect.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "hyper-client.baseUrl", "hyper-client.base_url", "hyper-client.allowed-origins[0]",
			"hyper-client.collections.recipes.key-path", "hyper-client.services.cookbook.readTimeout",
			"hyper-client.services.cookbook.collections.recipes.of", "hyper-clients.base-url", "hyper.client" })
	void existingAndForeignPropertiesAreNotReported(String property, CapturedOutput output) {
		report(Map.of(property, "value"));
		assertThat(output).doesNotContain("Unknown property");
	}

	@Test
	void groupWithoutValueIsNotReported(CapturedOutput output) {
		report(Map.of("hyper-client.cache", ""));
		assertThat(output).doesNotContain("Unknown property");
	}

	@Test
	void environmentVariablesAreNotReported(CapturedOutput output) {
		MockEnvironment environment = new MockEnvironment();
		environment.getPropertySources()
			.addFirst(new SystemEnvironmentPropertySource("systemEnvironment",
					Map.of("HYPERCLIENT_SERVICE_HOST", "10.0.0.1")));
		UnknownPropertyReporter.report(environment);
		assertThat(output).doesNotContain("Unknown property");
	}

	@Test
	void warningIsLoggedAtStartEvenIfBeansAreLazy(CapturedOutput output) {
		this.runner.withPropertyValues("hyper-client.base-ur=http://localhost:1/")
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> assertThat(output).containsOnlyOnce(
					"Unknown property 'hyper-client.base-ur' has no effect; did you mean 'hyper-client.base-url'?"));
	}

	@Test
	void warningIsLoggedBeforeAStartFails(CapturedOutput output) {
		this.runner.withPropertyValues("hyper-client.base-url=localhost", "hyper-client.cach.directory=x")
			.run((context) -> {
				assertThat(context).hasFailed();
				assertThat(output).containsOnlyOnce("Unknown property 'hyper-client.cach.directory' has no effect");
			});
	}

	@Test
	void everyPropertyOfTheMetadataIsKnown(CapturedOutput output) throws IOException {
		JsonNode metadata = JsonMapper.shared()
			.readTree(Files.readString(Path.of("target", "classes", "META-INF", "spring-configuration-metadata.json")));
		for (JsonNode property : metadata.path("properties")) {
			String name = property.path("name").asString();
			if (!property.path("type").asString().startsWith("java.util.Map")) {
				report(Map.of(name, "value"));
			}
		}
		assertThat(output).doesNotContain("Unknown property");
	}

	private static void report(Map<String, Object> properties) {
		MockEnvironment environment = new MockEnvironment();
		environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
		UnknownPropertyReporter.report(environment);
	}

}
