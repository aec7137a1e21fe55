package dev.hyperclient.cache.redis.autoconfigure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application with caches of Spring's own, whose Redis is down.
 */
class CacheableMethodsTests {

	@Test
	void cacheableMethodsUseRedisAndFailWithoutIt() throws IOException {
		try (ConfigurableApplicationContext context = start()) {
			Computation computation = context.getBean(Computation.class);
			assertThatExceptionOfType(RedisConnectionFailureException.class).isThrownBy(() -> computation.square(2));
		}
	}

	@Test
	void cacheableMethodsAndClientsWorkWithoutRedisIfTypeOfCacheIsSet() throws IOException {
		try (ConfigurableApplicationContext context = start("--spring.cache.type=simple");
				FakeService service = FakeService.builder("notes")
					.type("note", "notes", (note) -> note.text("name"))
					.start()) {
			Computation computation = context.getBean(Computation.class);
			assertThat(computation.square(2)).isEqualTo(4);
			assertThat(computation.square(2)).isEqualTo(4);
			assertThat(computation.calls()).isOne();
			assertThat(context.getBean(HttpCache.class).failure()).isPresent();
			assertThat(context.getBean(WebClient.Builder.class)
				.build()
				.get()
				.uri(service.baseUrl())
				.accept(MediaType.APPLICATION_JSON)
				.retrieve()
				.bodyToMono(String.class)
				.block()).contains("notes");
		}
	}

	private static ConfigurableApplicationContext start(String... arguments) throws IOException {
		int port;
		try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			port = closed.getLocalPort();
		}
		SpringApplication application = new SpringApplication(Application.class);
		application.setDefaultProperties(Map.of("spring.data.redis.host", "127.0.0.1", "spring.data.redis.port", port,
				"spring.data.redis.timeout", "1s"));
		return application.run(
				Stream
					.concat(Stream.of("--hyper-client.http-cache.enabled=true",
							"--hyper-client.http-cache.store=redis"), Stream.of(arguments))
					.toArray(String[]::new));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableCaching
	@Import({ Computation.class, HyperClientRedisAutoConfigurationTests.IsolatedReactorResources.class })
	static class Application {

	}

	/**
	 * A bean whose results are cached.
	 */
	static class Computation {

		private final AtomicInteger calls = new AtomicInteger();

		@Cacheable("squares")
		public int square(int number) {
			this.calls.incrementAndGet();
			return number * number;
		}

		public int calls() {
			return this.calls.get();
		}

	}

}
