package dev.hyperclient.autoconfigure.httpcache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

import dev.hyperclient.cache.HttpCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

import static org.assertj.core.api.Assertions.assertThat;

class HttpCachePropertiesTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(HttpCacheAutoConfiguration.class, RestClientHttpCacheAutoConfiguration.class))
		.withPropertyValues("hyper-client.http-cache.enabled=true");

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
							directory=/tmp/x memory=1MB     | 'hyper-client.http-cache.directory' and 'hyper-client.http-cache.memory' cannot be combined. | Remove one of them.
							max-size=1MB                    | 'hyper-client.http-cache.max-size' is set, but 'hyper-client.http-cache.directory' is not. | Set 'hyper-client.http-cache.directory' too, or remove 'hyper-client.http-cache.max-size'.
							max-age=1d                      | 'hyper-client.http-cache.max-age' is set, but 'hyper-client.http-cache.directory' is not. | Set 'hyper-client.http-cache.directory' too, or remove 'hyper-client.http-cache.max-age'.
							memory-tier=1MB                 | 'hyper-client.http-cache.memory-tier' is set, but 'hyper-client.http-cache.directory' is not. | Set 'hyper-client.http-cache.directory' too, or remove 'hyper-client.http-cache.memory-tier'.
							memory=0B                       | 'hyper-client.http-cache.memory' must be positive but is '0B'. | Set 'hyper-client.http-cache.memory' to a value such as 32MB.
							max-body-size=0B                | 'hyper-client.http-cache.max-body-size' must be positive but is '0B'. | Set 'hyper-client.http-cache.max-body-size' to a value such as 10MB.
							heuristic-fraction=2            | 'hyper-client.http-cache.heuristic-fraction' must be from 0 to 1 but is '2.0'. | Set 'hyper-client.http-cache.heuristic-fraction' to a value such as 0.1.
							stale-if-error=-1s              | 'hyper-client.http-cache.stale-if-error' must be positive or zero but is 'PT-1S'. | Set 'hyper-client.http-cache.stale-if-error' to a value such as 5m.
							identity-key=a identity-key-file=b | 'hyper-client.http-cache.identity-key' and 'hyper-client.http-cache.identity-key-file' cannot be combined. | Remove one of them.
							identity-key=short              | 'hyper-client.http-cache.identity-key' has less than 16 characters. | Set 'hyper-client.http-cache.identity-key' to a random text that is hard to guess.
					clients=all groups=a            | 'hyper-client.http-cache.clients' is 'all', so 'hyper-client.http-cache.groups' has no effect. | Remove one of them.
							groups=a                        | 'hyper-client.http-cache.groups' contains 'a', which is not an HTTP service group. | Declare groups with @ImportHttpServices, or remove 'hyper-client.http-cache.groups'.
							""")
	void invalidPropertyFailsTheStart(String properties, String description, String action) {
		assertFailure(withProperties(properties), description, action);
	}

	@Test
	void unknownGroupFailsTheStartWithTheKnownOnes() {
		assertFailure(
				this.runner.withUserConfiguration(Group.class)
					.withPropertyValues("hyper-client.http-cache.groups=githup"),
				"'hyper-client.http-cache.groups' contains 'githup', which is not an HTTP service group.",
				"Set 'hyper-client.http-cache.groups' to some of these: github.");
	}

	@Test
	void severalCachesFailTheStart() {
		assertFailure(
				this.runner.withBean("one", HttpCache.class, HttpCache::temporary)
					.withBean("two", HttpCache.class, HttpCache::temporary),
				"Several beans of the type HttpCache, none of which is for the application's own clients.",
				"Mark that one as @Primary.");
	}

	@Test
	void directoryThatIsAFileFailsTheStart(@TempDir Path directory) throws IOException {
		Path file = Files.createFile(directory.resolve("file"));
		assertFailure(this.runner.withPropertyValues("hyper-client.http-cache.directory=" + file),
				"'hyper-client.http-cache.directory' is '%s', which is not a directory.".formatted(file),
				"Set 'hyper-client.http-cache.directory' to a directory, which is created if it is missing.");
	}

	@Test
	void keyFileThatOthersCanReadFailsTheStart(@TempDir Path directory) throws IOException {
		Path file = Files.writeString(directory.resolve("key"), "0123456789abcdef");
		Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
		this.runner.withPropertyValues("hyper-client.http-cache.identity-key-file=" + file).run((context) -> {
			FailureAnalysis analysis = analysis(context);
			assertThat(analysis.getDescription())
				.startsWith("'hyper-client.http-cache.identity-key-file' cannot be used")
				.contains("can be used by other users (rw-r--r--)");
			assertThat(analysis.getAction()).contains("that only its owner can read, outside of the cache directory");
		});
	}

	@Test
	void keyFileIsCreated(@TempDir Path directory) {
		Path file = directory.resolve("keys/http-cache");
		this.runner
			.withPropertyValues("hyper-client.http-cache.identity-key-file=" + file,
					"hyper-client.http-cache.directory=" + directory.resolve("cache"))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(file).isRegularFile();
			});
	}

	@Test
	void cacheIsInMemoryByDefault() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(HttpCache.class).hasNotFailed());
	}

	@Test
	void directoryIsCreated(@TempDir Path directory) {
		Path cache = directory.resolve("a/b");
		this.runner
			.withPropertyValues("hyper-client.http-cache.directory=" + cache, "hyper-client.http-cache.memory-tier=1MB",
					"hyper-client.http-cache.max-size=10MB", "hyper-client.http-cache.max-age=30d",
					"hyper-client.http-cache.heuristic-fraction=0.1", "hyper-client.http-cache.stale-if-error=5m")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(cache).isDirectory();
			});
	}

	private ApplicationContextRunner withProperties(String properties) {
		ApplicationContextRunner configured = this.runner;
		for (String property : properties.trim().split(" ")) {
			configured = configured.withPropertyValues("hyper-client.http-cache." + property);
		}
		return configured;
	}

	private static void assertFailure(ApplicationContextRunner runner, String description, String action) {
		runner.run((context) -> {
			FailureAnalysis analysis = analysis(context);
			assertThat(analysis.getDescription()).isEqualTo(description);
			assertThat(analysis.getAction()).isEqualTo(action);
		});
	}

	private static FailureAnalysis analysis(AssertableApplicationContext context) {
		assertThat(context).hasFailed();
		return Objects.requireNonNull(new HttpCacheConfigurationFailureAnalyzer()
			.analyze(Objects.requireNonNull(context.getStartupFailure())));
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
