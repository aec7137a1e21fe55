package dev.hyperclient.cache.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpServer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.redis.Machines.Machine;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Machines whose threads request URLs that are not stored, at the same time.
 */
class RedisColdUrlTests extends RedisSupport {

	private static final int URLS = 15;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Map<String, Integer> requests = new ConcurrentHashMap<>();

	private Machines machines;

	private HttpServer origin;

	@BeforeEach
	void start() throws IOException {
		this.machines = closing(new Machines(redis::connect, PATIENT));
		this.origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.origin.setExecutor(this.threads);
		this.origin.createContext("/", (exchange) -> {
			String path = exchange.getRequestURI().getPath();
			this.requests.merge(path, 1, Integer::sum);
			exchange.getResponseHeaders().set("Cache-Control", "max-age=60");
			exchange.sendResponseHeaders(200, path.length());
			exchange.getResponseBody().write(path.getBytes());
			exchange.close();
		});
		this.origin.start();
	}

	@AfterEach
	void stop() {
		this.origin.stop(0);
		this.threads.shutdownNow();
	}

	@Test
	void urlCostsAtMostOneRequestForEachMachine() {
		List<Function<String, String>> clients = List.of(restClient(this.machines.start().cache()),
				webClient(this.machines.start().cache()));
		List<Future<?>> callers = new ArrayList<>();
		for (Function<String, String> client : clients) {
			// Two threads have the same URLs, the others have their own.
			Stream.of("same", "same", "third", "fourth").forEach((name) -> callers.add(this.threads.submit(() -> {
				for (int i = 0; i < URLS; i++) {
					String path = "/" + name + "/" + i;
					assertThat(client.apply(path)).isEqualTo(path);
				}
			})));
		}
		assertThat(callers).allSatisfy((caller) -> assertThat(caller).succeedsWithin(LIMIT));
		assertThat(this.requests).hasSize(3 * URLS)
			.allSatisfy((path, count) -> assertThat(count).as(path).isBetween(1, 2));
		assertThat(redis.commands().keys("*:l:*")).isEmpty();
	}

	@Test
	void callersOfClientsThatDoNotCoalesceSendTheirOwnRequests() {
		List<Machine> started = List.of(this.machines.start(), this.machines.start());
		CountDownLatch all = new CountDownLatch(4);
		this.machines.meanwhile = () -> {
			all.countDown();
			await(all);
		};
		List<Future<String>> responses = Stream.concat(started.stream(), started.stream())
			.map((machine) -> this.threads.submit(() -> machine.get()))
			.toList();
		assertThat(responses).allSatisfy((response) -> assertThat(response).succeedsWithin(LIMIT).isEqualTo("one"));
		assertThat(this.machines.requests).hasValue(4);
	}

	private Function<String, String> restClient(HttpCache cache) {
		RestClient client = RestClient.builder()
			.baseUrl(url())
			.requestFactory(new CachingClientHttpRequestFactory(cache, new JdkClientHttpRequestFactory()))
			.build();
		return (path) -> client.get().uri(path).retrieve().body(String.class);
	}

	private Function<String, String> webClient(HttpCache cache) {
		WebClient client = WebClient.builder()
			.baseUrl(url())
			.clientConnector(new CachingClientHttpConnector(cache, new JdkClientHttpConnector()))
			.build();
		return (path) -> client.get().uri(path).retrieve().bodyToMono(String.class).block();
	}

	private String url() {
		return "http://localhost:" + this.origin.getAddress().getPort();
	}

}
