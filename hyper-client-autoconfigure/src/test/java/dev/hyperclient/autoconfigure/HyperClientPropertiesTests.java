package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.hyperclient.autoconfigure.internal.UnknownPropertyCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Validation of the properties, and properties that do not exist.
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
					stale-if-error=-1s          | stale-if-error            | must be positive or zero but is 'PT-1S'
					pause-after-failures=-1s    | pause-after-failures      | must be positive or zero but is 'PT-1S'
					retry.statuses=200          | retry.statuses            | must be from 400 to 599 but is
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
	@CsvSource(delimiter = '|', textBlock = """
			connect-timeout=0s              | connect-timeout' must be positive
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

	@Test
	void unavailableServiceFailsTheStartWithOtherStartupModes() {
		for (String prefix : PREFIXES) {
			StartupFailures.assertStartFails(this.runner.withPropertyValues(prefix + "base-url=http://localhost:1/"),
					"http://localhost:1/",
					"set '%sstartup' to 'lazy' (the first use fetches the root) or to 'background'".formatted(prefix),
					"Check that the service runs at the URL that '%sbase-url'".formatted(prefix));
		}
	}

	private static void validate(String... properties) {
		new ServicePropertiesValidator(BoundProperties.of(COOKBOOK, properties)).validate();
	}

	@ParameterizedTest
	@CsvSource({ "hyper-client.cach.directory, 'hyper-client.cache.directory'",
			"hyper-client.base-ur, 'hyper-client.base-url'",
			"hyper-client.web.problem-detail.enabled, 'hyper-client.web.problem-details.enabled'",
			"hyper-client.http-cache.max-sise, 'hyper-client.http-cache.max-size'",
			"hyper-client.cache.max-retries, 'hyper-client.retry.max-retries'",
			"hyper-client.services.my-service.basic.pasword, 'hyper-client.services.my-service.basic.password'",
			"hyper-client.http-cache.rules.url, 'hyper-client.http-cache.rules[0].url'",
			"hyper-client.http-cache.rules[3].ulr, 'hyper-client.http-cache.rules[3].url'",
			"hyper-client.services.rules.cache.rules.max-age, 'hyper-client.services.rules.cache.rules[0].max-age'",
			"hyper-client.service.my-service.base-url, 'hyper-client.services.my-service.base-url'",
			"hyper-client.collections.recipes.key-pat, 'hyper-client.collections.recipes.key-path'",
			"hyper-client.httpcache.enabled, 'hyper-client.http-cache.enabled'",
			"hyper-client.http.cache.enabled, 'hyper-client.http-cache.enabled'",
			"hyperclient.httpcache.max-size, 'hyper-client.http-cache.max-size'",
			"hyperclient.services.library.base-url, 'hyper-client.services.library.base-url'" })
	void similarPropertyIsNamed(String property, String candidate) {
		FailureAnalysis analysis = failure(Map.of(property, "s3cret"));
		assertThat(analysis.getDescription()).isEqualTo("The property '" + property + "' does not exist.");
		assertThat(analysis.getAction()).isEqualTo("Remove it, or correct its name: did you mean '" + candidate + "'?");
	}

	@ParameterizedTest
	@CsvSource({ "hyper-client.cache.memory, hyper-client.cache.memory-tier",
			"hyper-client.cache.max-age, hyper-client.cache.max-idle-time' or 'hyper-client.cache.redis.max-stored-time",
			"hyper-client.http-cache.maxAge, hyper-client.http-cache.rules[0].max-age",
			"hyper-client.http-cache.ttl, hyper-client.http-cache.rules[0].max-age",
			"hyper-client.http-cache.groups, hyper-client.http-cache.service-groups",
			"hyper-client.http-cache.rules[3].group, hyper-client.http-cache.rules[3].service-group",
			"hyper-client.http-cache.rules[12].cache, hyper-client.http-cache.rules[12].bypass' or 'hyper-client.http-cache.rules[12].safe-post",
			"hyper-client.services.rules.cache.rules[1].cache, hyper-client.services.rules.cache.rules[1].bypass",
			"hyper-client.cache.redis.max-response-size, hyper-client.cache.redis.max-body-size" })
	void successorOfRenamedPropertyIsNamed(String property, String successor) {
		assertThat(failure(Map.of(property, "1")).getAction())
			.isEqualTo("Remove it, or correct its name: did you mean '" + successor + "'?");
	}

	@ParameterizedTest
	@ValueSource(strings = { "hyper-client.something-else", "hyper-client.services.cookbook",
			"hyper-client.services.cookbook.http-cache.cache-status" })
	void propertyWithoutSimilarOneIsRefused(String property) {
		FailureAnalysis analysis = failure(Map.of(property, "value"));
		assertThat(analysis.getDescription()).isEqualTo("The property '" + property + "' does not exist.");
		assertThat(analysis.getAction()).isEqualTo("Remove it, or correct its name.");
	}

	@Test
	void allUnknownPropertiesAreNamed() {
		this.runner.withPropertyValues("hyper-client.base-ur=a", "hyper-client.http-cache.memry=1MB")
			.run((context) -> assertThat(analysis(context.getStartupFailure()).getDescription())
				.startsWith("The properties '")
				.contains("'hyper-client.base-ur'", "'hyper-client.http-cache.memry'")
				.endsWith(" do not exist."));
		assertThat(failure(Map.of("hyper-client.base-ur", "a", "hyper-client.other-one", "1")).getAction()).contains(
				"Remove 'hyper-client.base-ur', or correct its name: did you mean 'hyper-client.base-url'?",
				"Remove 'hyper-client.other-one', or correct its name.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "hyper-client.baseUrl", "hyper-client.base_url", "hyper-client.allowed-origins[0]",
			"hyper-client.collections.recipes.key-path", "hyper-client.services.cookbook.readTimeout",
			"hyper-client.services.cookbook.collections.recipes.of", "hyper-clients.base-url", "hyper.client",
			"hyperclient.fetch.username", "hyper-client.explorer.enabled", "hyper-client.httpCache.maxSize",
			"hyperClient.httpCache.enabled", "hyper-client.http_cache.enabled" })
	void existingAndForeignPropertiesAreAccepted(String property) {
		assertThatNoException().isThrownBy(() -> check(Map.of(property, "value")));
	}

	/** So that YAML names it, as {@code 2024:}. */
	@Test
	void numberMayBeTheKeyOfAMap() {
		assertThatNoException().isThrownBy(() -> check(Map.of("hyper-client.collections[2024].key-path", "value",
				"hyper-client.services.cookbook.collections[1].of", "value")));
		assertThat(failure(Map.of("hyper-client.collections[2024].key-pat", "value")).getAction())
			.contains("'hyper-client.collections.2024.key-path'");
	}

	@Test
	void groupWithoutValueIsAccepted() {
		assertThatNoException().isThrownBy(() -> check(Map.of("hyper-client.cache", "")));
	}

	@Test
	void environmentVariablesAreNotChecked() {
		assertThatNoException().isThrownBy(() -> check(variables(Map.of("HYPERCLIENT_SERVICE_HOST", "10.0.0.1",
				"HYPERCLIENT_HTTPCACHE_ENABLED", "true", "HYPERCLIENT_HTTPCACHE_RULES_0_BYPASS", "true"))));
	}

	@ParameterizedTest
	@CsvSource({
			"HYPERCLIENT_HTTPCACHE_RULES_2_CACHE, hyper-client.http-cache.rules[2].bypass' or 'hyper-client.http-cache.rules[2].safe-post",
			"HYPER_CLIENT_HTTP_CACHE_RULES_0_CACHE, hyper-client.http-cache.rules[0].bypass' or 'hyper-client.http-cache.rules[0].safe-post",
			"HYPERCLIENT_HTTPCACHE_GROUPS, hyper-client.http-cache.service-groups",
			"HYPERCLIENT_SERVICES_SHOP_CACHE_MAXAGE, hyper-client.services.shop.cache.max-idle-time' or 'hyper-client.services.shop.cache.redis.max-stored-time" })
	void successorOfARenamedEnvironmentVariableIsNamed(String variable, String successor) {
		FailureAnalysis analysis = analysis(catchThrowable(() -> check(variables(Map.of(variable, "s3cret")))));
		assertThat(analysis.getDescription()).contains(variable, "does not exist").doesNotContain("s3cret");
		assertThat(analysis.getAction()).isEqualTo("Remove it, or correct its name: did you mean '" + successor + "'?");
	}

	@Test
	void startFailsEvenIfBeansAreLazy() {
		this.runner.withPropertyValues("hyper-client.base-ur=http://localhost:1/")
			.withInitializer(HyperClientContextRunner.LAZY_BEANS)
			.run((context) -> assertThat(analysis(context.getStartupFailure()).getAction())
				.contains("did you mean 'hyper-client.base-url'?"));
	}

	@Test
	void unknownPropertyIsNamedBeforeAnotherFailure() {
		this.runner.withPropertyValues("hyper-client.base-url=localhost", "hyper-client.cach.directory=x")
			.run((context) -> assertThat(analysis(context.getStartupFailure()).getDescription())
				.isEqualTo("The property 'hyper-client.cach.directory' does not exist."));
	}

	@ParameterizedTest
	@ValueSource(strings = { "hyper-client.base-url", "hyper-client.foo" })
	void withoutTheClientOfServicesItsPropertiesDoNotExist(String property) {
		withoutTheClientOfServices().withPropertyValues(property + "=x").run((context) -> {
			FailureAnalysis analysis = analysis(context.getStartupFailure());
			assertThat(analysis.getDescription()).isEqualTo("The property '" + property + "' does not exist.");
			assertThat(analysis.getAction()).startsWith("Remove it, or correct its name: ")
				.contains("'hyper-client.http-cache.*'", "settings of a ServiceRoot",
						"'dev.hyperclient:hyper-client-spring-boot-starter'");
		});
	}

	@Test
	void propertiesOfTheExplorerAreAcceptedWithoutTheClientOfServices() {
		withoutTheClientOfServices().withPropertyValues("hyper-client.explorer.enabled=true", "hyper-clients.a=b")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(strings = { "hyperclient.http-cache.enabled", "hyper-client.http-cahe.enabled" })
	void misspeltNameOfTheCacheFailsTheStartIfTheCacheIsOff(String property) {
		withoutTheClientOfServices().withPropertyValues(property + "=false").run((context) -> {
			FailureAnalysis analysis = analysis(context.getStartupFailure());
			assertThat(analysis.getDescription()).isEqualTo("The property '" + property + "' does not exist.");
			assertThat(analysis.getAction()).contains("did you mean 'hyper-client.http-cache.enabled'?");
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			directory=/tmp/x         | directory' is set, but 'hyper-client.services.cookbook.cache.store' is redis
			max-size=1MB             | max-size' is set, but 'hyper-client.services.cookbook.cache.store' is redis
			max-idle-time=1d         | max-idle-time' is set, but 'hyper-client.services.cookbook.cache.store' is redis
			redis.timeout=0s         | redis.timeout' must be positive but is 'PT0S'
			redis.grace=-1s          | redis.grace' must be positive or zero but is 'PT-1S'
			redis.max-stored-time=0s | redis.max-stored-time' must be positive but is 'PT0S'
			redis.max-body-size=0MB  | redis.max-body-size' must be positive but is '0B'
			redis.prefix={a}         | redis.prefix' must be letters, digits and the characters . _ - : but is '{a}'
			""")
	void invalidPropertyOfCacheInRedisIsNamed(String property, String description) {
		StartupFailures.assertAnalyzed(catchThrowable(() -> validate("cache.store=redis", "cache." + property)),
				"'" + COOKBOOK + ".cache." + description, "");
	}

	@Test
	void everyPropertyOfTheMetadataIsKnown() throws IOException {
		for (JsonNode property : PropertiesReferenceTests.properties()) {
			String name = property.path("name").asString();
			if (!property.path("type").asString().startsWith("java.util.Map")) {
				assertThatNoException().isThrownBy(() -> check(Map.of(name, "value")));
			}
		}
	}

	private ApplicationContextRunner withoutTheClientOfServices() {
		return new ApplicationContextRunner().withClassLoader(new FilteredClassLoader("dev.hyperclient.ServiceRoot"))
			.withConfiguration(SortedAutoConfigurations
				.of(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader())
					.getCandidates()
					.stream()
					.filter((name) -> name.startsWith("dev.hyperclient.autoconfigure.httpcache."))
					.map((name) -> ClassUtils.resolveClassName(name, getClass().getClassLoader()))
					.toArray(Class<?>[]::new)));
	}

	private static FailureAnalysis failure(Map<String, Object> properties) {
		return analysis(catchThrowable(() -> check(properties)));
	}

	private static FailureAnalysis analysis(Throwable failure) {
		return Objects.requireNonNull(StartupFailures.analyze(Objects.requireNonNull(failure)));
	}

	private static PropertySource<?> variables(Map<String, Object> variables) {
		return new SystemEnvironmentPropertySource("systemEnvironment", variables);
	}

	private static void check(Map<String, Object> properties) {
		check(new MapPropertySource("test", properties));
	}

	private static void check(PropertySource<?> source) {
		MockEnvironment environment = new MockEnvironment();
		environment.getPropertySources().addFirst(source);
		UnknownPropertyCheck.check(environment);
	}

}
