package dev.hyperclient.cache.redis.autoconfigure;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration;
import dev.hyperclient.autoconfigure.HyperClientServicesAutoConfiguration;
import dev.hyperclient.autoconfigure.health.HttpCacheHealthContributorAutoConfiguration;
import dev.hyperclient.autoconfigure.health.HyperClientHealthContributorAutoConfiguration;
import dev.hyperclient.autoconfigure.httpcache.HttpCacheAutoConfiguration;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.redis.Machines;
import dev.hyperclient.cache.redis.RedisSupport;
import dev.hyperclient.cache.redis.TestRedis;
import dev.hyperclient.testservice.FakeService;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.http.HttpHeaders;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Caches in the Redis of the application.
 */
@ExtendWith(OutputCaptureExtension.class)
class HyperClientRedisAutoConfigurationTests extends RedisSupport {

	private final FakeService service = FakeService.builder("notes")
		.version("1.0", Duration.ofHours(1))
		.type("note", "notes", (note) -> note.text("name"))
		.start();

	private ApplicationContextRunner runner;

	@BeforeEach
	void start() {
		this.runner = new ApplicationContextRunner().withUserConfiguration(IsolatedReactorResources.class)
			.withConfiguration(AutoConfigurations.of(HyperClientAutoConfiguration.class,
					HyperClientServicesAutoConfiguration.class, SslAutoConfiguration.class,
					HttpClientAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
					WebClientAutoConfiguration.class, HyperClientRedisAutoConfiguration.class,
					DataRedisAutoConfiguration.class))
			.withPropertyValues("hyper-client.base-url=" + this.service.baseUrl(), "hyper-client.cache.store=redis",
					"hyper-client.cache.redis.timeout=5s", "hyper-client.startup=lazy",
					"spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + redis.port());
	}

	@AfterEach
	void stop() {
		this.service.close();
	}

	@Test
	void responsesAreSharedThroughRedis() {
		this.runner.run((context) -> fetch(context.getBean(ServiceRoot.class)));
		int before = this.service.requests().size();
		this.runner.withPropertyValues("hyper-client.cache.memory-tier=1MB").run((context) -> {
			fetch(context.getBean(ServiceRoot.class));
			assertThat(context.getBean(StringRedisTemplate.class).keys("hyper-client:default:1:*:[ueb]*")).hasSize(3);
		});
		assertThat(this.service.requests().size()).isEqualTo(before);
	}

	@Test
	void cachesHaveKeysAndConnectionsOfTheirOwnWithSettingsOfApplication() {
		this.runner
			.withPropertyValues("hyper-client.services.other.base-url=" + this.service.baseUrl(),
					"hyper-client.services.other.startup=lazy", "hyper-client.services.other.cache.redis.timeout=5s",
					"hyper-client.services.other.cache.store=redis",
					"hyper-client.services.other.cache.redis.max-stored-time=1h",
					"hyper-client.services.other.cache.redis.prefix=mine",
					"hyper-client.services.third.base-url=" + this.service.baseUrl(),
					"spring.data.redis.client-name=mine", "spring.data.redis.database=3")
			.run((context) -> {
				context.getBeansOfType(ServiceRoot.class)
					.values()
					.forEach(HyperClientRedisAutoConfigurationTests::fetch);
				StringRedisTemplate template = context.getBean(StringRedisTemplate.class);
				assertThat(template.keys("mine:1:*:[ueb]*")).hasSize(3)
					.allSatisfy((key) -> assertThat(template.getExpire(key)).isBetween(3000L, 3600L));
				assertThat(template.keys("hyper-client:default:1:*:[ueb]*")).hasSize(3);
				assertThat(template.keys("*:[ueb]*")).hasSize(6);
				assertThat(template.getClientList()).filteredOn((client) -> client.getName().equals("mine"))
					.hasSize(3)
					.allMatch((client) -> client.getDatabaseId() == 3);
			});
	}

	@Test
	void applicationStartsWithoutRedisAndHealthIsDegraded() throws Exception {
		redis.kill();
		this.runner.withConfiguration(AutoConfigurations.of(HyperClientHealthContributorAutoConfiguration.class))
			.withPropertyValues("hyper-client.health.time-to-live=0s")
			.run((context) -> {
				ServiceRoot root = context.getBean(ServiceRoot.class);
				assertThat(root.type()).isNotNull();
				HealthIndicator indicator = context.getBean(HealthIndicator.class);
				Health degraded = indicator.health();
				assertThat(degraded.getStatus()).isEqualTo(Status.UP);
				assertThat(degraded.getDetails()).containsEntry("cacheStatus", "degraded").containsKey("cacheError");
				redis.restart();
				Machines.eventually(() -> root.cache().failure().isEmpty());
				assertThat(indicator.health().getDetails()).doesNotContainKey("cacheStatus");
			});
	}

	@Test
	void cacheOfOtherClientsIsInRedis() {
		this.runner
			.withConfiguration(AutoConfigurations.of(HttpCacheAutoConfiguration.class,
					HttpCacheHealthContributorAutoConfiguration.class))
			.withPropertyValues("hyper-client.http-cache.enabled=true", "hyper-client.http-cache.store=redis",
					"hyper-client.http-cache.redis.max-stored-time=1h", "hyper-client.http-cache.memory-tier=1MB",
					"hyper-client.http-cache.redis.prefix=clients", "hyper-client.http-cache.redis.timeout=5s")
			.run((context) -> {
				HttpHeaders fresh = new HttpHeaders();
				fresh.setCacheControl("max-age=60");
				HttpCache cache = context.getBean(HttpCacheAutoConfiguration.BEAN_NAME, HttpCache.class);
				Machines.eventually(() -> cache.failure().isEmpty());
				cache.around((request) -> CacheResponse.of(request.uri(), 200, fresh, new byte[1]))
					.exchange(CacheRequest.get(URI.create("http://cookbooks.dev/"), HttpHeaders.EMPTY));
				assertThat(context.getBean(StringRedisTemplate.class).keys("clients:1:*:[ueb]*")).hasSize(2);
				HealthIndicator health = context.getBean(HealthIndicator.class);
				assertThat(health.health().getDetails()).doesNotContainKeys("cacheEntries", "cacheBytes");
				Machines.eventually(() -> Long.valueOf(1).equals(health.health().getDetails().get("cacheEntries")));
			});
	}

	@Test
	void linesAtStartNameServerTimeoutAndItsProperty(CapturedOutput output) {
		LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
		logging.setLogLevel("dev.hyperclient", LogLevel.INFO);
		try {
			this.runner.withConfiguration(AutoConfigurations.of(HttpCacheAutoConfiguration.class))
				.withPropertyValues("hyper-client.http-cache.enabled=true", "hyper-client.http-cache.store=redis",
						"hyper-client.http-cache.redis.prefix=clients")
				.run((context) -> {
					fetch(context.getBean(ServiceRoot.class));
					String server = "Redis at 127.0.0.1:" + redis.port();
					assertThat(output)
						.contains("HTTP cache in " + server
								+ ", prefix clients, timeout 50 ms ('hyper-client.http-cache.redis.timeout')")
						.contains("cache in " + server
								+ ", prefix hyper-client:default, timeout 5000 ms ('hyper-client.cache.redis.timeout')")
						.doesNotContain("REJECT_COMMANDS");
				});
		}
		finally {
			logging.setLogLevel("dev.hyperclient", null);
		}
	}

	@Test
	void connectionOfApplicationThatSendsCommandsAgainIsReported(CapturedOutput output) {
		this.runner.withPropertyValues("spring.data.redis.masterreplica.nodes=127.0.0.1:" + redis.port())
			.run((context) -> assertThat(output).contains("may send a command again", "REJECT_COMMANDS"));
	}

	@Test
	void cacheUsesSslBundleAndPasswordOfApplication(@TempDir Path directory) throws Exception {
		Path certificate = createCertificate(directory);
		int tls = TestRedis.freePort();
		try (TestRedis secured = TestRedis.startAny("--tls-port", String.valueOf(tls), "--tls-auth-clients", "no",
				"--tls-cert-file", certificate.toString(), "--tls-key-file", directory.resolve("key.pem").toString(),
				"--tls-ca-cert-file", certificate.toString(), "--requirepass", "right")) {
			assertThat(secured.port()).isNotEqualTo(tls);
			this.runner
				.withPropertyValues("spring.ssl.bundle.pem.redis.truststore.certificate=" + certificate.toUri(),
						"spring.data.redis.ssl.bundle=redis", "spring.data.redis.host=localhost",
						"spring.data.redis.port=" + tls, "spring.data.redis.password=right")
				.run((context) -> {
					fetch(context.getBean(ServiceRoot.class));
					assertThat(context.getBean(StringRedisTemplate.class).keys("hyper-client:default:1:*:[ueb]*"))
						.hasSize(3);
				});
		}
	}

	@Test
	void cacheOfApplicationTakesPrecedence() {
		this.runner.withBean(HttpCache.class, () -> HttpCache.inMemory(DataSize.ofMegabytes(1)))
			.run((context) -> assertThat(context.getBean(ServiceRoot.class).cache().failure()).isEmpty());
	}

	@Test
	void missingLibraryIsReported() {
		this.runner.withClassLoader(new FilteredClassLoader(RedisClient.class)).run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).rootCause()
				.hasMessage("'hyper-client.cache.store' is redis, but the application has no connection to Redis");
		});
	}

	@Test
	void severalConnectionsAreReported() {
		ApplicationContextRunner several = this.runner
			.withBean("first", LettuceConnectionFactory.class,
					() -> new LettuceConnectionFactory("127.0.0.1", redis.port()))
			.withBean("second", LettuceConnectionFactory.class,
					() -> new LettuceConnectionFactory("127.0.0.1", redis.port()));
		several.run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).rootCause()
				.hasMessage("A cache is in Redis, but the application has several connection factories, "
						+ "'first', 'second': mark the one of the caches with @Primary");
		});
		several.withPropertyValues("hyper-client.cache.store=files")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	/** Fetch the root after the connection has been made. */
	private static void fetch(ServiceRoot root) {
		Machines.eventually(() -> root.cache().failure().isEmpty());
		assertThat(root.type()).isNotNull();
		assertThat(root.isFetched()).isTrue();
	}

	/**
	 * Create a certificate of localhost and its key.
	 * @return the certificate
	 */
	private static Path createCertificate(Path directory) throws Exception {
		Path file = directory.resolve("store.p12");
		Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
				"-genkeypair", "-keyalg", "EC", "-alias", "redis", "-dname", "CN=localhost", "-ext",
				"SAN=dns:localhost", "-storepass", "changeit", "-keystore", file.toString())
			.redirectErrorStream(true)
			.start();
		String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(keytool.waitFor()).describedAs(output).isZero();
		char[] password = "changeit".toCharArray();
		KeyStore keys = KeyStore.getInstance(file.toFile(), password);
		writePem(directory.resolve("key.pem"), "PRIVATE KEY", keys.getKey("redis", password).getEncoded());
		return writePem(directory.resolve("certificate.pem"), "CERTIFICATE", keys.getCertificate("redis").getEncoded());
	}

	private static Path writePem(Path file, String type, byte[] content) throws IOException {
		return Files.writeString(file, "-----BEGIN " + type + "-----\n"
				+ Base64.getMimeEncoder().encodeToString(content) + "\n-----END " + type + "-----\n");
	}

	/**
	 * Event loops that are shut down at once with their context.
	 */
	@Configuration(proxyBeanMethods = false)
	static class IsolatedReactorResources {

		@Bean
		ReactorResourceFactory reactorResourceFactory() {
			ReactorResourceFactory resources = new ReactorResourceFactory();
			resources.setUseGlobalResources(false);
			resources.setShutdownQuietPeriod(Duration.ZERO);
			return resources;
		}

	}

}
