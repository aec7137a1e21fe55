package dev.hyperclient.cache.redis;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.cache.redis.ServiceOutageService.State;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.retry.RetryPolicy;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A day of a service that is away in several ways, with eight threads that read what is
 * stored and save: through a {@code ServiceRoot}, a {@code RestClient} and a
 * {@code WebClient}.
 */
@Tag("slow")
class ServiceOutageTests extends RedisSupport {

	private static final Duration INTERVAL = Duration.ofMillis(300);

	private static final Duration TIMEOUT = Duration.ofMillis(500);

	private static final CacheSettings SETTINGS = CacheSettings.defaults()
		.withStaleIfError(Duration.ofDays(1))
		.withPauseAfterFailures(INTERVAL);

	private final ServiceOutageService service = new ServiceOutageService();

	private final ExecutorService threads = Executors.newFixedThreadPool(8);

	private final List<String> acknowledged = Collections.synchronizedList(new ArrayList<>());

	private final ConcurrentLinkedQueue<Throwable> failedReads = new ConcurrentLinkedQueue<>();

	private final AtomicInteger reads = new AtomicInteger();

	private final AtomicInteger failedSaves = new AtomicInteger();

	private final AtomicInteger names = new AtomicInteger();

	@AfterEach
	void stop() {
		this.threads.shutdownNow();
		this.service.close();
	}

	@Test
	void readsGoOnAndNoSaveIsLostWithDirectory(@TempDir Path directory) throws Exception {
		try (HttpCache cache = HttpCache.inDirectory(directory)) {
			day(cache);
		}
	}

	@Test
	void readsGoOnAndNoSaveIsLostWithRedis() throws Exception {
		try (HttpCache cache = HttpCache.using(open())) {
			day(cache);
		}
	}

	private void day(HttpCache cache) throws Exception {
		HttpCache patient = cache.withSettings(SETTINGS);
		RestClient restClient = RestClient.builder()
			.requestFactory(new CachingClientHttpRequestFactory(patient, jdk()))
			.build();
		JdkClientHttpConnector connector = new JdkClientHttpConnector();
		connector.setReadTimeout(TIMEOUT);
		WebClient webClient = WebClient.builder()
			.clientConnector(new CachingClientHttpConnector(patient, connector))
			.build();
		// The first calls of a JVM take longer.
		try (ServiceRoot first = root(cache).callTimeout(Duration.ofMinutes(1)).build()) {
			read(first);
		}
		try (ServiceRoot root = root(cache).build()) {
			List<Supplier<String>> readers = List.of(() -> read(root),
					() -> restClient.get().uri(recipe()).retrieve().body(String.class),
					() -> webClient.get().uri(recipe()).retrieve().bodyToMono(String.class).block());
			List<Entry> entries = new ArrayList<>();
			for (int i = 0; i < 10; i++) {
				int key = i;
				entries.add(Awaitility.await()
					.ignoreExceptions()
					.until(() -> root.collection("recipes").get(key), (entry) -> entry != null));
			}
			for (Supplier<String> reader : readers) {
				Awaitility.await().ignoreExceptions().until(reader::get, (text) -> text != null);
			}
			for (State state : State.values()) {
				this.service.enter(state);
				during(readers, entries.subList(8, 10));
			}
			this.service.enter(State.UNAVAILABLE);
			during(readers, entries.subList(8, 10));
			this.service.change("last");
			this.service.enter(State.UP);
			for (Supplier<String> reader : readers) {
				Awaitility.await()
					.pollDelay(Duration.ZERO)
					.pollInterval(INTERVAL.dividedBy(10))
					.atMost(INTERVAL.plusSeconds(10))
					.until(() -> reader.get().contains("last"));
			}
			Awaitility.await().until(() -> {
				read(root);
				return root.types().stream().anyMatch((type) -> type.id().equals("drink"));
			});
		}
		assertThat(this.failedReads).isEmpty();
		assertThat(this.acknowledged).isNotEmpty();
		List<String> saved = List.copyOf(this.service.saved);
		assertThat(saved).doesNotHaveDuplicates().containsAll(this.acknowledged);
		System.out.printf("%d reads, %d failed; %d saves, %d failed; %d requests%n", this.reads.get(),
				this.failedReads.size(), this.acknowledged.size(), this.failedSaves.get(), this.service.requests.get());
	}

	private ServiceRootBuilder root(HttpCache cache) {
		return ServiceRoot.builder()
			.serviceRoot(this.service.root())
			.collection("recipes", CollectionType.collectionOf("recipe").withKeyPath("recipes/{key}"))
			.cache(cache)
			.staleIfError(Duration.ofDays(1))
			.pauseAfterFailures(INTERVAL)
			.validationInterval(Duration.ofMillis(50))
			.callTimeout(TIMEOUT)
			.retryPolicy(RetryPolicy.defaults().withRetryConnect(true).withWaits((retry) -> Duration.ofMillis(20)));
	}

	private static JdkClientHttpRequestFactory jdk() {
		JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory();
		factory.setReadTimeout(TIMEOUT);
		return factory;
	}

	private URI recipe() {
		return this.service.root().resolve("recipes/" + this.names.get() % 5);
	}

	private String read(ServiceRoot root) {
		return String.valueOf(root.collection("recipes").get(this.names.get() % 5).getString("instructions"));
	}

	/** Read with six threads and save with two. */
	private void during(List<Supplier<String>> readers, List<Entry> entries) throws Exception {
		List<Callable<Void>> work = new ArrayList<>();
		for (Supplier<String> reader : readers) {
			work.addAll(Collections.nCopies(2, () -> {
				for (int i = 0; i < 40; i++) {
					readOnce(reader);
				}
				return null;
			}));
		}
		for (Entry entry : entries) {
			work.add(() -> {
				for (int i = 0; i < 3; i++) {
					save(entry);
				}
				return null;
			});
		}
		for (Future<Void> done : this.threads.invokeAll(work, 2, TimeUnit.MINUTES)) {
			done.get();
		}
	}

	private void readOnce(Supplier<String> reader) {
		this.names.incrementAndGet();
		this.reads.incrementAndGet();
		try {
			assertThat(reader.get()).isNotEmpty();
		}
		catch (RuntimeException | AssertionError ex) {
			this.failedReads.add(ex);
		}
	}

	private void save(Entry entry) {
		String content = "save-" + this.names.incrementAndGet();
		try {
			entry.update((changed) -> changed.set("instructions", content));
			this.acknowledged.add(content);
		}
		catch (HTTPError | TransportException ex) {
			this.failedSaves.incrementAndGet();
			entry.discardChanges();
		}
		catch (HyperClientException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
