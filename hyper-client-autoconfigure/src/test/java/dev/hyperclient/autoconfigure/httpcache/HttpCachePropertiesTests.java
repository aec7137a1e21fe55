package dev.hyperclient.autoconfigure.httpcache;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

import dev.hyperclient.autoconfigure.SortedAutoConfigurations;
import dev.hyperclient.autoconfigure.StartupFailures;
import dev.hyperclient.autoconfigure.internal.RedisStoreFactory;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.internal.store.MemoryResponseStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

@ExtendWith(OutputCaptureExtension.class)
class HttpCachePropertiesTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(SortedAutoConfigurations.of(HttpCacheAutoConfiguration.class,
				RestClientHttpCacheAutoConfiguration.class))
		.withPropertyValues("hyper-client.http-cache.enabled=true");

	private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());

	@BeforeEach
	void logAtInfo() {
		this.logging.setLogLevel(HttpCacheLog.LOGGER, LogLevel.INFO);
	}

	@AfterEach
	void logAsBefore() {
		this.logging.setLogLevel(HttpCacheLog.LOGGER, null);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
							directory=/tmp/x memory=1MB     | 'hyper-client.http-cache.directory' and 'hyper-client.http-cache.memory' cannot be combined. | Remove one of them.
							max-size=1MB                    | 'hyper-client.http-cache.max-size' is set, but 'hyper-client.http-cache.directory' is not. | Set 'hyper-client.http-cache.directory' too, or remove 'hyper-client.http-cache.max-size'.
							max-idle-time=1d                | 'hyper-client.http-cache.max-idle-time' is set, but 'hyper-client.http-cache.directory' is not. | Set 'hyper-client.http-cache.directory' too, or remove 'hyper-client.http-cache.max-idle-time'.
							memory-tier=1MB                 | 'hyper-client.http-cache.memory-tier' is set, but 'hyper-client.http-cache.directory' is not. | Set 'hyper-client.http-cache.directory' too, or remove 'hyper-client.http-cache.memory-tier'. Or set 'hyper-client.http-cache.store' to redis.
							store=files                     | 'hyper-client.http-cache.store' is 'files', but 'hyper-client.http-cache.directory' is not set. | Set 'hyper-client.http-cache.directory' too, or remove 'hyper-client.http-cache.store'.
							store=memory directory=/tmp/x   | 'hyper-client.http-cache.store' is 'memory', so 'hyper-client.http-cache.directory' has no effect. | Remove one of them.
							memory=0B                       | 'hyper-client.http-cache.memory' must be positive but is '0B'. | Set 'hyper-client.http-cache.memory' to a value such as 32MB.
							max-body-size=0B                | 'hyper-client.http-cache.max-body-size' must be positive but is '0B'. | Set 'hyper-client.http-cache.max-body-size' to a value such as 10MB.
							heuristic-fraction=2            | 'hyper-client.http-cache.heuristic-fraction' must be from 0 to 1 but is '2.0'. | Set 'hyper-client.http-cache.heuristic-fraction' to a value such as 0.1.
							cache-status=é                  | 'hyper-client.http-cache.cache-status' must be printable ASCII but is 'é'. | Set 'hyper-client.http-cache.cache-status' to a value such as my-app.
							stale-if-error=-1s              | 'hyper-client.http-cache.stale-if-error' must be positive or zero but is 'PT-1S'. | Set 'hyper-client.http-cache.stale-if-error' to a value such as 5m.
							identity-key=a identity-key-file=b | 'hyper-client.http-cache.identity-key' and 'hyper-client.http-cache.identity-key-file' cannot be combined. | Remove one of them.
							identity-key=short              | 'hyper-client.http-cache.identity-key' has less than 16 characters. | Set 'hyper-client.http-cache.identity-key' to a random text that is hard to guess.
							identity-key=${NO_SUCH_VARIABLE} | 'hyper-client.http-cache.identity-key' contains a placeholder that cannot be resolved. | Set the environment variable or property that 'hyper-client.http-cache.identity-key' names.
					clients=all service-groups=a    | 'hyper-client.http-cache.clients' is 'all', so 'hyper-client.http-cache.service-groups' has no effect. | Remove one of them.
									directory=~/cache               | 'hyper-client.http-cache.directory' is '~/cache', but '~' is not replaced by the home directory. | Write '${user.home}' in place of '~'.
							store=redis                     | 'hyper-client.http-cache.store' is redis, but the application has no connection to Redis. | Add the dependency 'dev.hyperclient:hyper-client-http-cache-redis' (with Lettuce) and set 'spring.data.redis.host' or 'spring.data.redis.url', or remove 'hyper-client.http-cache.store'.
					store=redis directory=/tmp/x | 'hyper-client.http-cache.store' is 'redis', so 'hyper-client.http-cache.directory' has no effect. | Remove one of them.
					store=redis memory=1MB | 'hyper-client.http-cache.store' is 'redis', so 'hyper-client.http-cache.memory' has no effect. | Remove one of them.
					store=redis max-size=1MB | 'hyper-client.http-cache.store' is 'redis', so 'hyper-client.http-cache.max-size' has no effect. | Remove one of them.
					store=redis max-idle-time=1d | 'hyper-client.http-cache.store' is 'redis', so 'hyper-client.http-cache.max-idle-time' has no effect. | Remove one of them.
					store=redis redis.timeout=0s | 'hyper-client.http-cache.redis.timeout' must be positive but is 'PT0S'. | Set 'hyper-client.http-cache.redis.timeout' to a value such as 50ms.
					store=redis redis.grace=-1s | 'hyper-client.http-cache.redis.grace' must be positive or zero but is 'PT-1S'. | Set 'hyper-client.http-cache.redis.grace' to a value such as 1h.
					store=redis redis.max-stored-time=0s | 'hyper-client.http-cache.redis.max-stored-time' must be positive but is 'PT0S'. | Set 'hyper-client.http-cache.redis.max-stored-time' to a value such as 1d.
					store=redis redis.prefix=a* | 'hyper-client.http-cache.redis.prefix' must be letters, digits and the characters . _ - : but is 'a*'. | Set 'hyper-client.http-cache.redis.prefix' to a value such as my-application.
					service-groups=a                | 'hyper-client.http-cache.service-groups' contains 'a', which is not an HTTP service group. | Declare groups with @ImportHttpServices, or remove 'hyper-client.http-cache.service-groups'.
							""")
	void invalidPropertyFailsTheStart(String properties, String description, String action) {
		assertFailure(withProperties(properties), description, action);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					redis.maxStoredTime=1d                      | redis' has no effect, since 'hyper-client.http-cache.store' is not 'redis'.
					trust-directory=true                        | trust-directory' has no effect, since 'hyper-client.http-cache.directory' is not set.
					identity-key=                               | identity-key' has no effect, since it is empty.
					identity-key=0123456789abcdef               | identity-key' has no effect, since the cache is in memory.
					max-size=5MB directory=DIRECTORY            | max-body-size' has no effect, since 'hyper-client.http-cache.max-size' is less.
					rules[0].url=/a rules[0].max-body-size=1GB  | rules[0].max-body-size' has no effect, since 'hyper-client.http-cache.max-body-size' is less.
					stale-if-error=5                            | stale-if-error' is 5 ms. Set it to a value with a unit, such as 5m.
					memory=1000GB                               | memory' is 1024000 MB, but the heap has at most
					max-idle-time=30 directory=DIRECTORY        | max-idle-time' is 30 ms. Set it to a value with a unit, such as 30d.
					""")
	void propertyWithoutEffectIsLoggedOnce(String properties, String text, @TempDir Path directory,
			CapturedOutput output) {
		withProperties(properties.replace("DIRECTORY", directory.resolve("cache").toString())).run((context) -> {
			assertThat(context).hasNotFailed();
			context.getBean(HttpCache.class);
			assertThat(output).containsOnlyOnce("'hyper-client.http-cache." + text);
			assertThat(output.getAll().lines().filter((line) -> line.contains("WARN"))).hasSize(1);
		});
	}

	@Test
	void propertiesOfACacheThatIsNotEnabledAreLoggedOnce(CapturedOutput output) {
		String text = "'hyper-client.http-cache' has no effect, since 'hyper-client.http-cache.enabled' is not set.";
		ApplicationContextRunner unset = new ApplicationContextRunner()
			.withConfiguration(SortedAutoConfigurations.of(HttpCacheAutoConfiguration.class,
					PropertyCheckAutoConfiguration.class, RestClientHttpCacheAutoConfiguration.class));
		unset.run((context) -> assertThat(output).doesNotContain("has no effect"));
		ApplicationContextRunner set = unset.withPropertyValues("hyper-client.http-cache.directory=/tmp/x",
				"hyper-client.http-cache.rules[0].url=/a");
		set.withPropertyValues("hyper-client.http-cache.enabled=false")
			.run((context) -> assertThat(output).doesNotContain("has no effect"));
		set.run((context) -> assertThat(output).containsOnlyOnce(text));
	}

	@Test
	void ruleWithALongerLifetimeThanTheTimeInRedisIsLoggedOnce(CapturedOutput output) {
		ApplicationContextRunner inRedis = withProperties("store=redis rules[0].url=/a rules[0].max-age=1h "
				+ "rules[1].url=/b rules[1].max-age=7d rules[2].url=/c rules[2].max-body-size=1MB")
			.withBean(RedisStoreFactory.class, () -> (settings) -> new MemoryResponseStore(DataSize.ofMegabytes(1)));
		inRedis
			.withPropertyValues("hyper-client.http-cache.redis.grace=7d",
					"hyper-client.http-cache.redis.max-stored-time=7d")
			.run((context) -> assertThat(output).contains("HTTP cache in").doesNotContain("WARN"));
		inRedis.run((context) -> {
			assertThat(output)
				.containsOnlyOnce("'hyper-client.http-cache.rules[1].max-age' is PT168H, but Redis keeps responses for "
						+ "'hyper-client.http-cache.redis.grace', PT1H, after the lifetime that they state, and at most for "
						+ "'hyper-client.http-cache.redis.max-stored-time', PT24H. Set both to at least PT168H.");
			assertThat(output.getAll().lines().filter((line) -> line.contains("WARN"))).hasSize(1);
		});
	}

	@Test
	void directoryOfAnotherUserHasNoIdentityKey(@TempDir Path parent, CapturedOutput output) throws IOException {
		Path directory = Files.createDirectory(parent.resolve("cache"));
		try {
			Files.setOwner(directory,
					directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
		}
		catch (IOException ex) {
			Assumptions.abort("Only root can give a directory away");
		}
		ApplicationContextRunner foreign = withProperties("directory=" + directory);
		foreign.run((context) -> assertThat(output).contains("HTTP cache in memory", "belongs to another user")
			.doesNotContain("after a restart"));
		foreign.withPropertyValues("hyper-client.http-cache.trust-directory=true")
			.run((context) -> assertThat(output).contains("after a restart"));
	}

	@Test
	void propertiesBesideACacheOfTheApplicationAreLogged(CapturedOutput output) {
		ApplicationContextRunner own = this.runner.withBean(HttpCache.class, HttpCache::temporary)
			.withPropertyValues("hyper-client.http-cache.max-body-size=1MB");
		own.run((context) -> {
			context.getBean(ClientCaching.class);
			assertThat(output).doesNotContain("has no effect");
		});
		own.withPropertyValues("hyper-client.http-cache.memory=1MB", "hyper-client.http-cache.rules[0].url=/a",
				"hyper-client.http-cache.rules[0].bypass=true")
			.run((context) -> {
				context.getBean(ClientCaching.class);
				String reason = "' has no effect, since the application defines a bean of the type HttpCache.";
				assertThat(output).containsOnlyOnce("'hyper-client.http-cache.memory" + reason)
					.containsOnlyOnce("'hyper-client.http-cache.rules" + reason);
			});
	}

	@Test
	void onlyStoreOfTheApplicationIsUsed(CapturedOutput output) {
		ResponseStore store = new MemoryResponseStore(DataSize.ofMegabytes(1));
		this.runner.withBean("archive", ResponseStore.class, () -> store).run((context) -> {
			request(context.getBean(HttpCache.class));
			assertThat(store.size().entries()).isPositive();
			assertThat(output).containsOnlyOnce("The HTTP cache uses the ResponseStore bean 'archive'. "
					+ "Set 'hyper-client.http-cache.store' to memory to prevent that.");
			assertThat(output).contains("Set 'hyper-client.http-cache.identity-key' to change that.");
		});
	}

	@Test
	void settingOfADirectoryBesideAStoreOfTheApplicationFailsTheStart() {
		assertFailure(
				withProperties("max-size=1MB").withBean("archive", ResponseStore.class,
						() -> new MemoryResponseStore(DataSize.ofMegabytes(1))),
				"'hyper-client.http-cache.max-size' is set, but the store is the ResponseStore bean 'archive'.",
				"Remove 'hyper-client.http-cache.max-size', or set 'hyper-client.http-cache.directory' or "
						+ "'hyper-client.http-cache.store'.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "store=memory", "memory=1MB", "directory=DIRECTORY" })
	void storeOfThePropertiesPrecedesThatOfTheApplicationAndIsLoggedUnlessItIsMemory(String property,
			@TempDir Path directory, CapturedOutput output) {
		ResponseStore store = new MemoryResponseStore(DataSize.ofMegabytes(1));
		withProperties(property.replace("DIRECTORY", directory.resolve("cache").toString()))
			.withBean("archive", ResponseStore.class, () -> store)
			.run((context) -> {
				request(context.getBean(HttpCache.class));
				assertThat(store.size().entries()).isZero();
				String ignored = "The HTTP cache does not use the ResponseStore beans [archive], since the properties name a store.";
				assertThat(StringUtils.countOccurrencesOf(output.getAll(), ignored))
					.isEqualTo(property.equals("store=memory") ? 0 : 1);
			});
	}

	@Test
	void storesOfServicesAndSeveralStoresAreNotUsed(CapturedOutput output) {
		this.runner.withUserConfiguration(QualifiedStore.class).run((context) -> {
			request(context.getBean(HttpCache.class));
			assertThat(context.getBean(ResponseStore.class).size().entries()).isZero();
			assertThat(output).doesNotContain("ResponseStore bean");
		});
		ResponseStore store = new MemoryResponseStore(DataSize.ofMegabytes(1));
		this.runner.withBean("one", ResponseStore.class, () -> store)
			.withBean("two", ResponseStore.class, () -> store)
			.run((context) -> {
				request(context.getBean(HttpCache.class));
				assertThat(store.size().entries()).isZero();
				assertThat(output)
					.containsOnlyOnce("none of the ResponseStore beans [one, two], since there are several");
			});
	}

	private static void request(HttpCache cache) {
		URI uri = URI.create("http://localhost/a");
		cache.around((request) -> {
			HttpHeaders headers = new HttpHeaders();
			headers.setCacheControl("max-age=60");
			return CacheResponse.of(uri, 200, headers, new byte[1]);
		}).exchange(CacheRequest.get(uri, HttpHeaders.EMPTY));
		assertThat(cache.entries(uri)).hasSize(1);
	}

	@Test
	void unknownGroupOfARuleFailsTheStart() {
		String rules = "rules[0].url=/a rules[0].bypass=true rules[1].service-group=githup rules[1].bypass=true";
		String problem = "'hyper-client.http-cache.rules' cannot be used: Rule 2: 'githup' is not an HTTP service group.";
		assertFailure(withProperties(rules), problem,
				"Declare the group with @ImportHttpServices, or remove this rule.");
		assertFailure(withProperties(rules).withUserConfiguration(Group.class), problem,
				"Write one of these groups: github.");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			enabled=yess             | java.lang.Boolean
			store=redsi              | HttpCacheProperties$Store
			""")
	void valueOfTheWrongTypeFailsTheStart(String property, String type) {
		String[] assignment = property.split("=");
		withProperties(property).run((context) -> {
			FailureAnalysis analysis = startupFailure(context);
			assertThat(analysis.getDescription()).contains("hyper-client.http-cache." + assignment[0])
				.contains("\"" + assignment[1] + "\"")
				.contains("Reason: failed to convert java.lang.String to")
				.contains(type);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "directory=", "memory=", "identity-key-file=", "groups=", "groups[0]=", "clients=",
			"cacheStatus=a", "MAX_BODY_SIZE=1MB", "redis.grace=1h" })
	void emptyValuesAndOtherSpellingsAreAccepted(String property) {
		withProperties(property).run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@CsvSource({ "true, true", "on, true", "yes, true", "TRUE, true", "false, false", "off, false", "'', false" })
	void allValuesOfABooleanEnableOrDisable(String value, boolean enabled) {
		this.runner.withPropertyValues("hyper-client.http-cache.enabled=" + value).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBeansOfType(HttpCache.class)).hasSize(enabled ? 1 : 0);
		});
	}

	@Test
	void unknownGroupFailsTheStartWithTheKnownOnes() {
		assertFailure(
				this.runner.withUserConfiguration(Group.class)
					.withPropertyValues("hyper-client.http-cache.service-groups=githup"),
				"'hyper-client.http-cache.service-groups' contains 'githup', which is not an HTTP service group.",
				"Set 'hyper-client.http-cache.service-groups' to some of these: github.");
	}

	@Test
	void severalCachesFailTheStart() {
		assertFailure(
				this.runner.withBean("one", HttpCache.class, HttpCache::temporary)
					.withBean("two", HttpCache.class, HttpCache::temporary),
				"Several beans of the type HttpCache, and none of them is primary.",
				"Mark the HTTP cache of the clients as @Primary.");
	}

	@Test
	void directoryThatIsAFileFailsTheStart(@TempDir Path directory) throws IOException {
		Path file = Files.createFile(directory.resolve("file"));
		assertFailure(this.runner.withPropertyValues("hyper-client.http-cache.directory=" + file),
				"'hyper-client.http-cache.directory' is '%s', which is not a directory.".formatted(file),
				"Set 'hyper-client.http-cache.directory' to a directory, which is created if it is missing.");
	}

	@Test
	void directoryThatCannotBeCreatedFailsTheStart(@TempDir Path directory, CapturedOutput output) throws IOException {
		Path missing = Files.createFile(directory.resolve("file")).resolve("cache");
		this.runner.withPropertyValues("hyper-client.http-cache.directory=" + missing).run((context) -> {
			FailureAnalysis analysis = startupFailure(context);
			assertThat(analysis.getDescription()).startsWith(
					"'hyper-client.http-cache.directory' is '%s', which cannot be created (".formatted(missing));
			assertThat(analysis.getAction()).isEqualTo("Set 'hyper-client.http-cache.directory' to a directory that "
					+ "the application can create, or create it.");
			assertThat(output).doesNotContain("HTTP cache in");
		});
	}

	@Test
	@DisabledOnOs(OS.WINDOWS)
	void directoryThatOtherUsersCanChangeIsLoggedUnlessItIsTrusted(@TempDir Path directory, CapturedOutput output)
			throws IOException {
		Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwx---"));
		String text = "'hyper-client.http-cache.directory' is '%s', which can be changed by other users"
			.formatted(directory);
		withProperties("directory=" + directory + " trust-directory=true")
			.run((context) -> assertThat(output).doesNotContain(text));
		withProperties("directory=" + directory).run((context) -> assertThat(output).containsOnlyOnce(text));
	}

	@Test
	void directoryThatIsReadOnlyFailsTheStart(@TempDir Path directory) throws IOException {
		Path readOnly = Files.createDirectory(directory.resolve("cache"));
		Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r-xr-xr-x"));
		assumeThat(Files.isWritable(readOnly)).as("The superuser can write everywhere").isFalse();
		assertFailure(this.runner.withPropertyValues("hyper-client.http-cache.directory=" + readOnly),
				"'hyper-client.http-cache.directory' is '%s', which the application cannot write to."
					.formatted(readOnly),
				"Set 'hyper-client.http-cache.directory' to another directory, or let the user of the application "
						+ "write to this one.");
	}

	@Test
	void directoryWithoutIdentityKeyIsLogged(@TempDir Path directory, CapturedOutput output) {
		ApplicationContextRunner inDirectory = this.runner
			.withPropertyValues("hyper-client.http-cache.directory=" + directory.resolve("cache"));
		inDirectory
			.withPropertyValues("hyper-client.http-cache.identity-key-file=" + directory.resolve("http-cache.key"))
			.run((context) -> assertThat(output).contains("HTTP cache in").doesNotContain("after a restart"));
		inDirectory.run((context) -> assertThat(output)
			.containsOnlyOnce("Authorization, Cookie or a field such as X-Api-Key are not reused after a "
					+ "restart. Set 'hyper-client.http-cache.identity-key-file' to change that."));
	}

	@ParameterizedTest
	@ValueSource(classes = { HttpCache.class, RestClientHttpCache.class, WebClientHttpCache.class })
	void missingBeanOfADisabledCacheIsExplained(Class<?> type) {
		this.runner.withPropertyValues("hyper-client.http-cache.enabled=false").run((context) -> {
			NoSuchBeanDefinitionException missing = catchThrowableOfType(NoSuchBeanDefinitionException.class,
					() -> context.getBean(type));
			FailureAnalysis analysis = Objects
				.requireNonNull(StartupFailures.analyze(missing, context.getEnvironment()));
			assertThat(analysis.getDescription()).isEqualTo("The application needs a bean of the type %s that is "
					+ "missing: 'hyper-client.http-cache.enabled' is not true.", type.getSimpleName());
			assertThat(analysis.getAction()).isEqualTo("Set 'hyper-client.http-cache.enabled' to true, or inject "
					+ "ObjectProvider<%s> where the application can do without it.", type.getSimpleName());
		});
	}

	@Test
	void missingBeanOfAnEnabledCacheIsLeftToSpringBoot() {
		this.runner.run((context) -> assertThat(StartupFailures
			.analyze(new NoSuchBeanDefinitionException(WebClientHttpCache.class), context.getEnvironment())).isNull());
	}

	@Test
	void keyFileThatOthersCanReadFailsTheStart(@TempDir Path directory) throws IOException {
		Path file = Files.writeString(directory.resolve("key"), "0123456789abcdef");
		Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
		this.runner.withPropertyValues("hyper-client.http-cache.identity-key-file=" + file).run((context) -> {
			FailureAnalysis analysis = startupFailure(context);
			assertThat(analysis.getDescription())
				.startsWith("'hyper-client.http-cache.identity-key-file' cannot be used")
				.contains("can be used by other users (rw-r--r--)");
			assertThat(analysis.getAction()).contains("that only its owner can read, outside of the cache directory");
		});
	}

	private ApplicationContextRunner withProperties(String properties) {
		ApplicationContextRunner configured = this.runner;
		// Not at a space within the path of the directory.
		for (String property : properties.trim().split(" (?=[^ /]*=)")) {
			configured = configured.withPropertyValues("hyper-client.http-cache." + property);
		}
		return configured;
	}

	private static void assertFailure(ApplicationContextRunner runner, String description, String action) {
		runner.run((context) -> {
			FailureAnalysis analysis = startupFailure(context);
			assertThat(analysis.getDescription()).isEqualTo(description);
			assertThat(analysis.getAction()).isEqualTo(action);
		});
	}

	private static FailureAnalysis startupFailure(AssertableApplicationContext context) {
		assertThat(context).hasFailed();
		return Objects.requireNonNull(StartupFailures.analyze(Objects.requireNonNull(context.getStartupFailure())));
	}

	@Configuration(proxyBeanMethods = false)
	static class QualifiedStore {

		@Bean
		@Qualifier("library")
		ResponseStore store() {
			return new MemoryResponseStore(DataSize.ofMegabytes(1));
		}

	}

	interface Reader {

		@GetExchange("/")
		String read();

	}

	@Configuration(proxyBeanMethods = false)
	@ImportHttpServices(group = "github", types = Reader.class)
	static class Group {

	}

}
