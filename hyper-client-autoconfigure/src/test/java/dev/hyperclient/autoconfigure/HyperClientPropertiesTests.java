package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Descriptions and validation of the properties.
 */
class HyperClientPropertiesTests {

	private final StubService service = new StubService();

	private final ApplicationContextRunner runner = HyperClientContextRunner.create();

	@AfterEach
	void stop() {
		this.service.close();
	}

	@Test
	void descriptionsFollowSpringBootConventions() throws IOException {
		for (JsonNode property : metadata().path("properties")) {
			assertThat(property.path("description").asString()).as(property.path("name").asString())
				.matches("[A-Z].*\\.")
				.doesNotStartWith("The ")
				.doesNotStartWith("A ");
			if (property.path("type").asString().endsWith("Boolean")) {
				assertThat(property.path("description").asString()).startsWith("Whether ");
			}
		}
	}

	private static JsonNode metadata() throws IOException {
		try (InputStream metadata = Files
			.newInputStream(Path.of("target/classes/META-INF/spring-configuration-metadata.json"))) {
			return JsonMapper.shared().readTree(metadata);
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					connect-timeout=0s          | connect-timeout           | must be positive but is 'PT0S'
					read-timeout=-1s            | read-timeout              | must be positive but is 'PT-1S'
					call-timeout=0s             | call-timeout              | must be positive but is 'PT0S'
					max-response-size=0B        | max-response-size         | must be between 1B and 2047MB but is '0B'
					max-response-size=4GB       | max-response-size         | must be between 1B and 2047MB but is
					max-connections=0           | max-connections           | must be 1 or more but is '0'
					retry.max-retries=-1        | retry.max-retries         | must be 0 or more but is '-1'
					retry.max-retry-after=-1s   | retry.max-retry-after     | must be positive or zero but is 'PT-1S'
					health.timeout=0s           | health.timeout            | must be positive but is 'PT0S'
					health.time-to-live=-1s     | health.time-to-live       | must be positive or zero but is 'PT-1S'
					proxy.port=70000            | proxy.port                | must be between 1 and 65535 but is '70000'
					proxy.port=3128             | proxy.host                | is not
					proxy.host=proxy.invalid    | proxy.port                | is not
					proxy.host=http://me:s@host | proxy.host                | must be a host name or an IP address and nothing else
					health.time-to-live=9999d   | health.time-to-live       | must be at most one day but is
					proxy.username=me           | proxy.host                | is not
					proxy.password=mine         | proxy.username            | is not
					ssl.bundle=none             | ssl.bundle                | must be the name of an existing SSL bundle but is 'none'
					basic.username=me           | basic.password            | is not
					oauth.realm=x               | oauth.consumer-key        | is not
					version=1/0                 | version                   | must be one path segment
					cache.max-size=0B           | cache.max-size            | must be positive but is '0B'
					cache.max-idle-time=0s      | cache.max-idle-time       | must be positive but is 'PT0S'
					cache.memory-tier=-1MB      | cache.memory-tier         | must be positive but is
					cache.store=redis           | cache.store               | is redis, but the application has no connection to Redis
					""")
	void invalidPropertyFailsTheStart(String property, String key, String description) {
		for (String prefix : List.of("hyper-client.", "hyper-client.services.cookbook.")) {
			this.runner
				.withPropertyValues(prefix + "base-url=" + this.service.url(), prefix + "version=1.0",
						prefix + property)
				.run((context) -> {
					assertThat(context).hasFailed();
					StartupFailures.assertAnalyzed(context.getStartupFailure(), description, "");
					StartupFailures.assertAnalyzed(context.getStartupFailure(), prefix + key, "");
				});
		}
		assertThat(this.service.requestCount()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "base-url=http://${NO_SUCH_VARIABLE}:8080/", "version=${NO_SUCH_VARIABLE}",
			"allowed-origins=https://a.example,${NO_SUCH_VARIABLE}", "cache.directory=${NO_SUCH_VARIABLE}/cache",
			"cache.description-directory=${NO_SUCH_VARIABLE}", "ssl.bundle=${NO_SUCH_VARIABLE}",
			"proxy.host=${NO_SUCH_VARIABLE}", "collections.recipes.key-path=${NO_SUCH_VARIABLE}/{key}",
			"collections.recipes.of=${NO_SUCH_VARIABLE}", "oauth2.registration-id=${NO_SUCH_VARIABLE}" })
	void unresolvedPlaceholderFailsTheStart(String property) {
		for (String prefix : List.of("hyper-client.", "hyper-client.services.cookbook.")) {
			String key = prefix + property.substring(0, property.indexOf('='));
			this.runner.withPropertyValues(prefix + "base-url=" + this.service.url(), prefix + property)
				.run((context) -> StartupFailures.assertAnalyzed(context.getStartupFailure(),
						"'%s' contains the placeholder ${...}, which is not resolved".formatted(key),
						"set the environment variable or property that the placeholder names"));
		}
		assertThat(this.service.requestCount()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "call-timeout=soon", "startup=sometime", "max-connections=many", "proxy.port=http",
			"retry.post=perhaps", "max-response-size=big", "oauth.signature-method=rsa-sha1" })
	void failureNamesPropertyThatCannotBeBound(String property) {
		for (String prefix : List.of("hyper-client.", "hyper-client.services.cookbook.")) {
			this.runner
				.withPropertyValues(prefix + "base-url=" + this.service.url(), prefix + "version=1.0",
						prefix + property)
				.run((context) -> assertThat(StartupFailures.causes(context.getStartupFailure()))
					.anySatisfy((cause) -> assertThat(cause)
						.hasMessageContaining(prefix + property.substring(0, property.indexOf('=')))));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "hyper-client.services", "hyper-client.services.cookbook" })
	void scalarServicesFailTheStart(String key) {
		this.runner
			.withPropertyValues("hyper-client.base-url=" + this.service.url(), "hyper-client.version=1.0", key + "=x")
			.run((context) -> assertThat(StartupFailures.causes(context.getStartupFailure()))
				.anySatisfy((cause) -> assertThat(cause).hasMessageContaining(key)));
	}

	@ParameterizedTest
	@CsvSource({ "ftp://example.com/, begin with http", "http://me:s3cret@example.com/, give them to an authorizer",
			"http:///1.0/, name a host" })
	void invalidBaseUrlOfNamedServiceFailsTheStart(String baseUrl, String description) {
		this.runner.withPropertyValues("hyper-client.services.cookbook.base-url=" + baseUrl).run((context) -> {
			StartupFailures.assertAnalyzed(context.getStartupFailure(), description,
					"Correct 'hyper-client.services.cookbook.base-url'");
			StartupFailures.assertAnalyzed(context.getStartupFailure(), "(hyper-client.services.cookbook.base-url)",
					"");
			assertThat(context.getStartupFailure().toString()).doesNotContain("s3cret");
		});
	}

	@Test
	void baseUrlWithoutSchemeOfNamedServiceFailsTheStart() {
		this.runner.withPropertyValues("hyper-client.services.cookbook.base-url=localhost:8080")
			.run((context) -> StartupFailures.assertAnalyzed(context.getStartupFailure(), "must begin with http",
					"Set 'hyper-client.services.cookbook.base-url' to 'https://localhost:8080' or"));
	}

	@Test
	void unavailableServiceFailsTheStartWithOtherStartupModes() {
		String url = this.service.url();
		this.service.server().stop();
		for (String prefix : List.of("hyper-client.", "hyper-client.services.cookbook.")) {
			this.runner.withPropertyValues(prefix + "base-url=" + url)
				.run((context) -> StartupFailures.assertAnalyzed(context.getStartupFailure(), url,
						"set '%sstartup' to 'lazy' (the first use fetches the root) or to 'background'"
							.formatted(prefix)));
		}
	}

}
