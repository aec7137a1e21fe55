package dev.hyperclient.internal.concurrent;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.http.Deadline;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class SingleFlightTests {

	private final SingleFlight<Integer> flight = new SingleFlight<>();

	private final AtomicInteger runs = new AtomicInteger();

	@Test
	void waitingThreadSharesTheResult() throws Exception {
		CountDownLatch started = new CountDownLatch(1);
		CompletableFuture<Integer> result = new CompletableFuture<>();
		ExecutorService threads = Executors.newFixedThreadPool(1);
		try {
			Future<Integer> first = threads.submit(() -> this.flight.run(() -> {
				started.countDown();
				return result.join();
			}, SingleFlightTests::await));
			started.await();
			Integer second = this.flight.run(this.runs::incrementAndGet, (running) -> {
				result.complete(7);
				return await(running);
			});
			assertThat(second).isEqualTo(7);
			assertThat(first.get()).isEqualTo(7);
			assertThat(this.runs).hasValue(0);
		}
		finally {
			threads.shutdownNow();
		}
	}

	@Test
	void resultIsNotKept() {
		this.flight.run(this.runs::incrementAndGet, SingleFlightTests::await);
		assertThat(this.flight.run(this.runs::incrementAndGet, SingleFlightTests::await)).isEqualTo(2);
	}

	@Test
	void taskThatRequestsItselfIsRejected() {
		assertThatIllegalStateException().isThrownBy(() -> this.flight
			.run(() -> this.flight.run(() -> 1, SingleFlightTests::await), SingleFlightTests::await));
	}

	@Test
	void startedTaskIsSharedByKeyAndReportsItsException() {
		Runnable[] pending = new Runnable[2];
		AtomicInteger submitted = new AtomicInteger();
		Executor executor = (task) -> pending[submitted.getAndIncrement()] = task;
		Future<Integer> first = this.flight.start("a", this.runs::incrementAndGet, executor);
		assertThat(this.flight.start("a", this.runs::incrementAndGet, executor)).isSameAs(first);
		Future<Integer> other = this.flight.start("b", () -> {
			throw new IllegalStateException("b");
		}, executor);
		assertThat(submitted).hasValue(2);
		pending[0].run();
		pending[1].run();
		assertThat(await(first)).isEqualTo(1);
		assertThatIllegalStateException().isThrownBy(() -> await(other)).withMessage("b");
	}

	private static <T> T await(Future<T> future) {
		try {
			return Futures.await(future, Deadline.NONE);
		}
		catch (TimeoutException | InterruptedException ex) {
			throw new AssertionError(ex);
		}
	}

}
