package dev.hyperclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.ServerError;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.retry.RetryPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Startup}.
 */
class StartupTests {

	@RegisterExtension
	private final StubService service = new StubService();

	/** Requests wait while a test holds the lock. */
	private final CountDownLatch held = new CountDownLatch(1);

	private final CountDownLatch onTheWire = new CountDownLatch(1);

	@AfterEach
	void stop() {
		this.held.countDown();
	}

	@Test
	void lazyFetchesWithTheFirstUse() {
		ServiceRoot root = this.service.open(this.service.client().startup(Startup.LAZY));
		assertThat(root.uri()).hasToString(this.service.url(""));
		assertThat(root.credentials()).isEmpty();
		assertThat(this.service.requestCount()).isZero();
		assertThat(root.svcCollections()).containsExactly("recipes");
		assertThat(root.collection("recipes").uri()).hasToString(this.service.url("recipes"));
		assertThat(this.service.requestCount()).isEqualTo(2);
	}

	@Test
	void lazyFailsWithTypedExceptionAndTriesAgain() {
		this.service.serve(any(anyUrl()), aResponse().withStatus(500));
		ServiceRoot root = this.service.open(this.service.client().startup(Startup.LAZY));
		assertThatExceptionOfType(ServerError.class).isThrownBy(root::svcEntries);
		assertThatExceptionOfType(ServerError.class).isThrownBy(() -> root.load("recipes/1"));
		assertThat(this.service.requestsFor("recipes/1")).isEmpty();
		comeBack();
		assertThat(root.svcEntries()).containsExactly("featured");
	}

	@Test
	void refreshOfALazyRootFetchesItOnce() {
		ServiceRoot root = this.service.open(this.service.client().startup(Startup.LAZY));
		root.svcRefresh();
		assertThat(this.service.requestCount()).isEqualTo(2);
		assertThat(root.svcCollections()).containsExactly("recipes");
		assertThat(this.service.requestCount()).isEqualTo(2);
	}

	@Test
	void actionRunsOnceWithTheFirstFetchOrAtOnce() {
		List<String> actions = new ArrayList<>();
		ServiceRoot root = this.service.open(this.service.client().startup(Startup.LAZY));
		root.whenFetched(() -> {
			throw new IllegalStateException("Failures of actions fail no call");
		});
		root.whenFetched(() -> actions.add("waited for " + root.types().size()));
		assertThat(actions).isEmpty();
		root.svcCollections();
		root.svcRefresh();
		int fetched = this.service.requestCount();
		root.whenFetched(() -> actions.add("at once"));
		assertThat(actions).containsExactly("waited for " + root.types().size(), "at once");
		assertThat(this.service.requestCount()).isEqualTo(fetched);
	}

	@Test
	void failureIsSharedByAllWaitingThreads() throws Exception {
		this.service.serve(any(anyUrl()), aResponse().withStatus(500));
		ServiceRoot root = this.service.open(this.service.client().webClient(this::heldBack).startup(Startup.LAZY));
		CompletableFuture<List<String>> first = CompletableFuture.supplyAsync(root::svcCollections);
		this.onTheWire.await();
		FutureTask<List<String>> waiting = new FutureTask<>(root::svcCollections);
		awaitWaiting(started(waiting));
		this.held.countDown();
		for (Future<?> call : List.of(first, waiting)) {
			assertThat(call).failsWithin(Duration.ofSeconds(30))
				.withThrowableThat()
				.withCauseInstanceOf(ServerError.class);
		}
		assertThat(this.service.requestCount()).isEqualTo(1);
	}

	@Test
	void waitingThreadFetchesIfTheFetchingThreadIsInterrupted() throws Exception {
		ServiceRoot root = this.service.open(this.service.client().webClient(this::heldBack).startup(Startup.LAZY));
		FutureTask<List<String>> failing = new FutureTask<>(root::svcCollections);
		Thread first = started(failing);
		this.onTheWire.await();
		FutureTask<List<String>> answer = new FutureTask<>(root::svcCollections);
		awaitWaiting(started(answer));
		first.interrupt();
		assertThat(failing).failsWithin(Duration.ofSeconds(30))
			.withThrowableThat()
			.withCauseInstanceOf(TransportException.class)
			.withMessageContaining("interrupted");
		this.held.countDown();
		assertThat(answer.get()).containsExactly("recipes");
	}

	@Test
	void waitForOtherThreadIsLimitedByCallTimeout() throws Exception {
		ServiceRoot root = this.service.open(this.service.client()
			.webClient(this::heldBack)
			.callTimeout(Duration.ofMillis(300))
			.startup(Startup.LAZY));
		CompletableFuture<List<String>> first = CompletableFuture.supplyAsync(root::svcCollections);
		this.onTheWire.await();
		assertThatExceptionOfType(CallTimeoutException.class).isThrownBy(root::svcCollections);
		assertThat(first).failsWithin(Duration.ofSeconds(30))
			.withThrowableThat()
			.withCauseInstanceOf(CallTimeoutException.class);
	}

	@Test
	void afterClosingALazyRootIsNotFetched() {
		ServiceRoot root = this.service.client().startup(Startup.LAZY).build();
		root.close();
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(root::svcCollections)
			.withMessageContaining("closed");
		assertThat(this.service.requestCount()).isZero();
	}

	@Test
	void statusOfUnfetchedRootIsNotFetched() {
		ServiceRoot root = this.service.open(this.service.client().startup(Startup.LAZY));
		ServiceStatus before = root.validate(Duration.ofSeconds(5));
		assertThat(before.fetched()).isFalse();
		assertThat(before.current()).isFalse();
		assertThat(before.resourceTypes()).isZero();
		assertThat(this.service.requestCount()).isEqualTo(1);
		root.svcEntries();
		ServiceStatus after = root.validate(Duration.ofSeconds(5));
		assertThat(after.fetched()).isTrue();
		assertThat(after.current()).isTrue();
		assertThat(after.resourceTypes()).isEqualTo(5);
	}

	@Test
	void backgroundStartCreatesWebClientOnCallingThread() {
		AtomicReference<Thread> creator = new AtomicReference<>();
		ServiceRoot root = this.service.open(this.service.client().webClient(() -> {
			creator.compareAndSet(null, Thread.currentThread());
			return WebClient.create();
		}).startup(Startup.BACKGROUND));
		assertThat(creator).hasValue(Thread.currentThread());
		assertThat(root.svcCollections()).containsExactly("recipes");
	}

	@Test
	void backgroundRetriesUntilTheServiceIsAvailable() throws Exception {
		LinkedBlockingQueue<Duration> waits = new LinkedBlockingQueue<>();
		SynchronousQueue<String> wakes = new SynchronousQueue<>();
		this.service.serve(any(anyUrl()), aResponse().withStatus(404));
		ServiceRoot root = this.service
			.open(this.service.client().retryPolicy(RetryPolicy.none().withSleeper((time) -> {
				waits.add(time);
				wakes.take();
			})).startup(Startup.BACKGROUND));
		for (int seconds : new int[] { 1, 2, 4, 8, 16, 32, 60, 60 }) {
			assertThat(waits.take()).hasSeconds(seconds);
			wakes.put("");
		}
		waits.take();
		comeBack();
		this.service.forgetRequests();
		wakes.put("");
		while (!root.validate(Duration.ofSeconds(5)).fetched()) {
			Thread.onSpinWait();
		}
		assertThat(root.svcCollections()).containsExactly("recipes");
		assertThat(waits).isEmpty();
	}

	@Test
	void earlyUseOfBackgroundRootDoesNotWaitForNextAttempt() throws Exception {
		CountDownLatch sleeping = new CountDownLatch(1);
		this.service.serve(any(anyUrl()), aResponse().withStatus(404));
		ServiceRoot root = this.service
			.open(this.service.client().retryPolicy(RetryPolicy.none().withSleeper((time) -> {
				sleeping.countDown();
				this.held.await();
			})).startup(Startup.BACKGROUND));
		sleeping.await();
		comeBack();
		assertThat(root.svcCollections()).containsExactly("recipes");
	}

	@Test
	void closingEndsTheBackgroundThread() throws Exception {
		CompletableFuture<Thread> sleeping = new CompletableFuture<>();
		this.service.serve(any(anyUrl()), aResponse().withStatus(404));
		ServiceRoot root = this.service.client().retryPolicy(RetryPolicy.none().withSleeper((time) -> {
			sleeping.complete(Thread.currentThread());
			this.held.await();
		})).startup(Startup.BACKGROUND).build();
		Thread thread = sleeping.get();
		assertThat(thread.isDaemon()).isTrue();
		root.close();
		thread.join(TimeUnit.SECONDS.toMillis(30));
		assertThat(thread.isAlive()).isFalse();
	}

	private void comeBack() {
		this.service.server().resetMappings();
		this.service.serveRoot(StubService.wadl(this.service.url("")), this.service.rootJson());
	}

	private WebClient heldBack() {
		return WebClient.builder()
			.filter((request, next) -> Mono.<ClientResponse>defer(() -> next.exchange(request))
				.delaySubscription(Mono.fromRunnable(() -> {
					this.onTheWire.countDown();
					ManyRecipes.await(this.held, 30_000);
				}).subscribeOn(Schedulers.boundedElastic())))
			.build();
	}

	private static Thread started(Runnable task) {
		Thread thread = new Thread(task);
		thread.start();
		return thread;
	}

	private static void awaitWaiting(Thread thread) {
		while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
			Thread.onSpinWait();
		}
	}

}
