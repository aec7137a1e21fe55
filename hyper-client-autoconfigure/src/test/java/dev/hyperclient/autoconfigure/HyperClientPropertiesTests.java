package dev.hyperclient.autoconfigure;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Validation of the properties.
 */
class HyperClientPropertiesTests {

	private static final String COOKBOOK = "hyper-client.services.cookbook";

	private static final List<String> PREFIXES = List.of("hyper-client.", COOKBOOK + ".");

	private final ApplicationContextRunner runner = HyperClientContextRunner.create();

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					connect-timeout=0s          | connect-timeout           | must be positive but is 'PT0S'
					read-timeout=-1s            | read-timeout              | must be positive but is 'PT-1S'
					call-timeout=0s             | call-timeout              | must be positive but is 'PT0S'
					validation-interval=-1s     | validation-interval       | must be positive or zero but is 'PT-1S'
					max-response-size=0B        | max-response-size         | must be between 1B and 2047MB but is '0B'
					max-response-size=4GB       | max-response-size         | must be between 1B and 2047MB but is
					max-connections=0           | max-connections           | must be 1 or more but is '0'
					retry.max-retries=-1        | retry.max-retries         | must be 0 or more but is '-1'
					retry.max-retry-after=-1s   | retry.max-retry-after     | must be positive or zero but is 'PT-1S'
					health.timeout=0s           | health.timeout            | must be positive but is 'PT0S'
					health.time-to-live=-1s     | health.time-to-live       | must be positive or zero but is 'PT-1S'
					health.time-to-live=9999d   | health.time-to-live       | must be at most one day but is
					proxy.port=70000            | proxy.port                | must be between 1 and 65535 but is '70000'
					proxy.port=3128             | proxy.host                | is not
					proxy.host=proxy.invalid    | proxy.port                | is not
					proxy.host=http://me:s@host | proxy.host                | must be a host name or an IP address and nothing else
					proxy.username=me           | proxy.host                | is not
					proxy.password=mine         | proxy.username            | is not
					cache.max-size=0B           | cache.max-size            | must be positive but is '0B'
					cache.max-idle-time=0s      | cache.max-idle-time       | must be positive but is 'PT0S'
					cache.memory-tier=-1MB      | cache.memory-tier         | must be positive but is
					""")
	void invalidPropertyIsNamed(String property, String key, String description) {
		Throwable failure = catchThrowable(() -> validate(property));
		StartupFailures.assertAnalyzed(failure, description, "");
		StartupFailures.assertAnalyzed(failure, COOKBOOK + "." + key, "");
	}

	@ParameterizedTest
	@ValueSource(strings = { "base-url=http://${NO_SUCH_VARIABLE}:8080/", "version=${NO_SUCH_VARIABLE}",
			"allowed-origins=https://a.example,${NO_SUCH_VARIABLE}", "cache.directory=${NO_SUCH_VARIABLE}/cache",
			"cache.description-directory=${NO_SUCH_VARIABLE}", "ssl.bundle=${NO_SUCH_VARIABLE}",
			"proxy.host=${NO_SUCH_VARIABLE}", "proxy.username=${NO_SUCH_VARIABLE}",
			"proxy.password=${NO_SUCH_VARIABLE}", "collections.recipes.key-path=${NO_SUCH_VARIABLE}/{key}",
			"collections.recipes.of=${NO_SUCH_VARIABLE}", "oauth2.registration-id=${NO_SUCH_VARIABLE}" })
	void unresolvedPlaceholderIsReported(String property) {
		StartupFailures
			.assertAnalyzed(catchThrowable(() -> validate(property)),
					"'%s.%s' contains the placeholder ${...}, which is not resolved".formatted(COOKBOOK,
							property.split("=")[0]),
					"set the environment variable or property that the placeholder names");
	}

	@ParameterizedTest
	@ValueSource(strings = { "call-timeout=soon", "startup=sometime", "max-connections=many", "proxy.port=http",
			"retry.post=perhaps", "max-response-size=big", "oauth.signature-method=rsa-sha1" })
	void failureNamesPropertyThatCannotBeBound(String property) {
		assertThatExceptionOfType(BindException.class).isThrownBy(() -> BoundProperties.of(COOKBOOK, property))
			.withMessageContaining("'" + COOKBOOK + "." + property.split("=")[0] + "'");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			connect-timeout=0s              | connect-timeout' must be positive
			version=${NO_SUCH_VARIABLE}     | version' contains the placeholder ${...}
			ssl.bundle=none                 | ssl.bundle' must be the name of an existing SSL bundle but is 'none'
			version=1/0                     | version) must be one path segment
			cache.store=redis               | cache.store' is redis, but the application has no connection to Redis
			""")
	void propertyThatCannotBeUsedFailsTheStart(String property, String description) {
		for (String prefix : PREFIXES) {
			StartupFailures.assertStartFails(
					this.runner.withPropertyValues(prefix + "base-url=http://localhost:1/", prefix + property),
					prefix + description, "");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "hyper-client.services", COOKBOOK })
	void scalarServicesFailTheStart(String key) {
		this.runner.withPropertyValues("hyper-client.base-url=http://localhost:1/", key + "=x")
			.run((context) -> assertThat(StartupFailures.causes(context.getStartupFailure()))
				.anySatisfy((cause) -> assertThat(cause).hasMessageContaining(key)));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			localhost:8080                | must begin with http       | Set '%s' to 'https://localhost:8080' or
			http://me:s3cret@example.com/ | give them to an authorizer | Correct '%s'
			http:///1.0/                  | name a host                | Correct '%s'
			""")
	void invalidBaseUrlOfNamedServiceFailsTheStart(String baseUrl, String description, String action) {
		StartupFailures.assertStartFails(this.runner.withPropertyValues(COOKBOOK + ".base-url=" + baseUrl), description,
				action.formatted(COOKBOOK + ".base-url"));
	}

	@Test
	void unavailableServiceFailsTheStartWithOtherStartupModes() {
		for (String prefix : PREFIXES) {
			StartupFailures.assertStartFails(this.runner.withPropertyValues(prefix + "base-url=http://localhost:1/"),
					"http://localhost:1/",
					"set '%sstartup' to 'lazy' (the first use fetches the root) or to 'background'".formatted(prefix),
					"Check that the service runs at the URL that '%sbase-url'".formatted(prefix));
		}
	}

	private static void validate(String property) {
		new ServicePropertiesValidator(BoundProperties.of(COOKBOOK, property)).validate();
	}

}
