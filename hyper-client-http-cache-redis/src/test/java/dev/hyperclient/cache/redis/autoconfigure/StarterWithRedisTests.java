package dev.hyperclient.cache.redis.autoconfigure;

import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.redis.Machines;
import dev.hyperclient.cache.redis.RedisSupport;
import dev.hyperclient.testservice.FakeService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
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
	void rootsOfServicesShareResponses() {
		String[] properties = { "hyper-client.base-url=" + service.baseUrl(), "hyper-client.startup=lazy",
				"hyper-client.cache.store=redis", "hyper-client.cache.redis.timeout=5s" };
		Consumer<ServiceRoot> fetch = (root) -> {
			Machines.eventually(() -> root.cache().failure().isEmpty());
			assertThat(root.type()).isNotNull();
		};
		assertThat(requests(ServiceRoot.class, properties, fetch)).isEqualTo(2);
		assertThat(requests(ServiceRoot.class, properties, fetch)).isZero();
	}

	@Test
	void clientsShareResponses() {
		String[] properties = { "hyper-client.http-cache.enabled=true", "hyper-client.http-cache.store=redis",
				"hyper-client.http-cache.redis.timeout=5s" };
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
	}

	/**
	 * Start an application, and return how many requests the service has received from
	 * it.
	 */
	private static <T> int requests(Class<T> type, String[] properties, Consumer<T> use) {
		int before = service.requests().size();
		SpringApplication application = new SpringApplication(Application.class);
		application.setDefaultProperties(
				Map.of("spring.data.redis.host", "127.0.0.1", "spring.data.redis.port", redis.port()));
		try (ConfigurableApplicationContext context = application
			.run(Stream.of(properties).map((property) -> "--" + property).toArray(String[]::new))) {
			use.accept(context.getBean(type));
		}
		return service.requests().size() - before;
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

}
