package dev.hyperclient;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.hyperclient.fixtures.ScriptedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for a client that is used by many threads.
 */
class ThreadingTests {

	@RegisterExtension
	private final StubService service = new StubService();

	@Test
	void eventLoopIsNeverBlocked() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		ServiceRoot root = this.service.root();
		this.service.forgetRequests();
		Mono<Entry> onEventLoop = Mono.fromCallable(() -> root.collection("recipes").get(4))
			.subscribeOn(Schedulers.parallel());
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(onEventLoop::block)
			.withMessageContaining(this.service.url("recipes/4"))
			.withMessageContaining("Schedulers.boundedElastic()");
		assertThat(this.service.requestCount()).isZero();
		Mono<Entry> elsewhere = Mono.fromCallable(() -> root.collection("recipes").get(4))
			.subscribeOn(Schedulers.boundedElastic());
		assertThat(elsewhere.map((recipe) -> recipe.getString("instructions")).block()).isEqualTo("Stir");
	}

	/**
	 * Many more than carrier threads: if one blocked its carrier while it waits, the last
	 * one would not start.
	 */
	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void virtualThreadsWaitConcurrently() {
		int calls = 64;
		AtomicInteger waiting = new AtomicInteger();
		Sinks.Empty<Void> all = Sinks.empty();
		WebClient held = WebClient.builder().filter((request, next) -> {
			if (request.url().getPath().endsWith("/4") && waiting.incrementAndGet() == calls) {
				all.tryEmitEmpty();
			}
			return (request.url().getPath().endsWith("/4") ? all.asMono() : Mono.empty()).then(next.exchange(request));
		}).build();
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		try (ServiceRoot root = this.service.client().webClient(() -> held).build();
				SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor()) {
			threads.setVirtualThreads(true);
			List<CompletableFuture<String>> answers = IntStream.range(0, calls)
				.mapToObj((i) -> threads
					.submitCompletable(() -> root.collection("recipes").get(4).getString("instructions")))
				.toList();
			assertThat(answers).allSatisfy((answer) -> assertThat(answer.join()).isEqualTo("Stir"));
		}
	}

	@Test
	void changesOfManyThreadsAreAllKept() throws Exception {
		int attributes = 200;
		String members = IntStream.range(0, attributes)
			.mapToObj((i) -> "\"x%d\": 0, ".formatted(i))
			.collect(Collectors.joining());
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir").replace("\"id\"", members + "\"id\""));
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try (ServiceRoot root = this.service.client().build()) {
			Entry shared = root.collection("recipes").get(4);
			List<Callable<Entry>> calls = IntStream.range(0, attributes)
				.mapToObj((i) -> (Callable<Entry>) () -> shared.set("x" + i, i + 1))
				.toList();
			for (Future<Entry> call : threads.invokeAll(calls)) {
				call.get();
			}
			assertThat(shared.changes()).hasSize(attributes).containsEntry("x7", 8L);
		}
		finally {
			threads.shutdownNow();
		}
	}

	@Test
	void interruptedThreadStopsWaitingAndStaysInterrupted() throws Exception {
		try (ScriptedServer hanging = new ScriptedServer((request, connection) -> connection.hang())) {
			Thread.currentThread().interrupt();
			assertThatExceptionOfType(dev.hyperclient.error.TransportException.class)
				.isThrownBy(() -> ServiceRoot.builder(null).serviceRoot(hanging.url()).build())
				.withMessageContaining("interrupted");
			assertThat(Thread.interrupted()).isTrue();
		}
	}

}
