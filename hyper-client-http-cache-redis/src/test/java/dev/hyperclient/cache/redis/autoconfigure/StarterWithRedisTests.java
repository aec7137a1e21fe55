package dev.hyperclient.cache.redis.autoconfigure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.redis.Machines;
import dev.hyperclient.cache.redis.RedisSupport;
import dev.hyperclient.testservice.FakeService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications with the class path of a starter and of this module: what one instance has
 * requested, the next one does not.
 */
@ExtendWith(OutputCaptureExtension.class)
class StarterWithRedisTests extends RedisSupport {

	private static final FakeService service = FakeService.builder("notes").type("note", "notes", (note) -> {
		note.text("name");
		note.entry(Map.of("name", "shared"));
	}).start();

	@AfterAll
	static void stop() {
		service.close();
	}

	@Test
	void clientsShareResponses(CapturedOutput output) throws IOException {
		String[] properties = { "hyper-client.http-cache.enabled=true", "hyper-client.http-cache.store=redis",
				"hyper-client.http-cache.redis.timeout=5s", "logging.level.dev.hyperclient.http-cache=debug" };
		Consumer<Clients> request = (clients) -> {
			Machines.eventually(() -> clients.cache().failure().isEmpty());
			assertThat(clients.builder()
				.build()
				.get()
				.uri(service.baseUrl())
				.accept(MediaType.APPLICATION_JSON)
				.retrieve()
				.bodyToMono(String.class)
				.block()).contains("notes");
		};
		assertThat(requests(Clients.class, properties, request)).isOne();
		assertThat(requests(Clients.class, properties, request)).isZero();
		String printed = output.getOut()
			.replace("127.0.0.1:" + redis.port(), "redis.example.com:6379")
			.replace("timeout 5000 ms", "timeout 50 ms");
		List<String> expected = linesAboutRedis(Files.readString(Path.of("../docs/guide/http-cache.md")));
		assertThat(expected).hasSize(1);
		assertThat(linesAboutRedis(printed)).containsAll(expected);
		assertThat(printed)
			.containsPattern("DEBUG +dev.hyperclient.http-cache - GET .* -> 200 in .*\\(hit, \\d+ B saved");
	}

	@Test
	void cacheableMethodsAndClientsWorkWithoutRedisIfTypeOfCacheIsSet() throws IOException {
		try (ConfigurableApplicationContext context = startWithoutRedis("spring.cache.type=simple")) {
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

	private static List<String> linesAboutRedis(String text) {
		return Pattern.compile("(?m)^.*dev\\.hyperclient\\.http-cache [:-] (HTTP cache in Redis .*)$")
			.matcher(text)
			.results()
			.map((line) -> line.group(1))
			.toList();
	}

	/**
	 * Start an application, and return how many requests the service has received from
	 * it.
	 */
	private static <T> int requests(Class<T> type, String[] properties, Consumer<T> use) {
		int before = service.requests().size();
		try (ConfigurableApplicationContext context = start(redis.port(), Stream.of(properties), Application.class)) {
			use.accept(context.getBean(type));
		}
		return service.requests().size() - before;
	}

	/** Start an application with methods whose results are cached, and without Redis. */
	private static ConfigurableApplicationContext startWithoutRedis(String... properties) throws IOException {
		int port;
		try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			port = closed.getLocalPort();
		}
		return start(
				port, Stream.concat(Stream.of("hyper-client.http-cache.enabled=true",
						"hyper-client.http-cache.store=redis", "spring.data.redis.timeout=1s"), Stream.of(properties)),
				Application.class, Computation.class);
	}

	private static ConfigurableApplicationContext start(int port, Stream<String> properties, Class<?>... classes) {
		SpringApplication application = new SpringApplication(classes);
		application.setDefaultProperties(Map.of("spring.data.redis.host", "127.0.0.1", "spring.data.redis.port", port));
		return application.run(properties.map((property) -> "--" + property).toArray(String[]::new));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import({ Clients.class, HyperClientRedisAutoConfigurationTests.IsolatedReactorResources.class })
	static class Application {

	}

	/**
	 * A bean that uses the builder of the application.
	 *
	 * @param cache the cache of the application's own clients, if it is enabled
	 */
	record Clients(WebClient.Builder builder, @Nullable HttpCache cache) {
	}

	/**
	 * A bean whose results are cached.
	 */
	@EnableCaching
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
