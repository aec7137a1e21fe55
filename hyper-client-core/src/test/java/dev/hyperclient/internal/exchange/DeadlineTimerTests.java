package dev.hyperclient.internal.exchange;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import dev.hyperclient.http.Deadline;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link DeadlineTimer}.
 */
@Timeout(30)
class DeadlineTimerTests {

	private static final Duration LONG = Duration.ofHours(1);

	private final DeadlineTimer timer = new DeadlineTimer(Duration.ofMillis(1), 1);

	private final CountDownLatch finished = new CountDownLatch(1);

	@AfterEach
	void finish() {
		this.finished.countDown();
	}

	@Test
	void responseIsReturned() {
		assertThat(this.timer.block(Mono.just("response"), Deadline.after(LONG))).isEqualTo("response");
		assertThat(this.timer.block(Mono.<String>empty(), Deadline.after(LONG))).isNull();
		assertThat(this.timer.block(Mono.just("late").delayElement(Duration.ofMillis(20)), Deadline.after(LONG)))
			.isEqualTo("late");
		assertThat(this.timer.waits()).isZero();
	}

	@Test
	void failureIsThrown() {
		assertThatIllegalStateException()
			.isThrownBy(() -> this.timer.block(Mono.error(new IllegalStateException("Failed")), Deadline.after(LONG)))
			.withMessage("Failed");
		assertThat(this.timer.waits()).isZero();
	}

	@Test
	void waitEndsAtItsDeadlineAndNotBefore() {
		Deadline deadline = Deadline.after(Duration.ofMillis(30));
		assertTimesOut(() -> this.timer.block(Mono.never(), deadline));
		assertThat(deadline.remaining()).isLessThanOrEqualTo(Duration.ZERO);
		assertThat(this.timer.waits()).isZero();
	}

	@Test
	void responseIsCancelledByTheThreadThatHasWaited() {
		AtomicReference<Thread> canceller = new AtomicReference<>();
		assertTimesOut(
				() -> this.timer.block(Mono.never().doOnCancel(() -> canceller.set(Thread.currentThread())), soon()));
		assertThat(canceller).hasValue(Thread.currentThread());
	}

	@Test
	void laterDeadlineDoesNotDelayAnEarlierOne() throws Exception {
		CountDownLatch subscribed = new CountDownLatch(1);
		FutureTask<?> later = start(() -> this.timer.block(Mono.never().doOnSubscribe((wait) -> subscribed.countDown()),
				Deadline.after(LONG)));
		subscribed.await();
		assertTimesOut(() -> this.timer.block(Mono.never(), soon()));
		assertThat(this.timer.waits()).isOne();
		later.cancel(true);
	}

	@Test
	void interruptedWaitIsNotKept() throws Exception {
		Thread waiting = Thread.currentThread();
		assertThatException().isThrownBy(
				() -> this.timer.block(Mono.never().doOnSubscribe((wait) -> waiting.interrupt()), Deadline.after(LONG)))
			.withRootCauseInstanceOf(InterruptedException.class);
		assertThat(Thread.interrupted()).isTrue();
		assertThat(this.timer.waits()).isZero();
	}

	@Test
	void responseThatCannotBeCancelledEndsToo() {
		Mono<String> response = Mono.fromDirect((subscriber) -> subscriber.onSubscribe(new Subscription() {

			@Override
			public void request(long count) {
			}

			@Override
			public void cancel() {
				throw new RejectedExecutionException("The event loop has ended");
			}

		}));
		assertTimesOut(() -> this.timer.block(response, soon()));
		assertTimesOut(() -> this.timer.block(Mono.never(), soon()));
		assertThat(this.timer.waits()).isZero();
	}

	@Test
	void requestThatIsPreparedForLongerIsNotSent() {
		AtomicBoolean cancelled = new AtomicBoolean();
		AtomicBoolean requested = new AtomicBoolean();
		Mono<String> response = Mono.fromDirect((subscriber) -> {
			// The timer looks at both, so the first deadline has passed as well.
			assertTimesOut(() -> this.timer.block(Mono.never(), Deadline.after(Duration.ofMillis(50))));
			subscriber.onSubscribe(new Subscription() {

				@Override
				public void request(long count) {
					requested.set(true);
				}

				@Override
				public void cancel() {
					cancelled.set(true);
				}

			});
		});
		assertTimesOut(() -> this.timer.block(response, soon()));
		assertThat(cancelled).isTrue();
		assertThat(requested).isFalse();
	}

	@Test
	void responseThatIsCancelledSlowlyDelaysNoOther() throws Exception {
		CountDownLatch cancelling = new CountDownLatch(1);
		FutureTask<?> slow = start(() -> this.timer.block(Mono.never().doOnCancel(() -> {
			cancelling.countDown();
			awaitFinish();
		}), soon()));
		cancelling.await();
		assertTimesOut(() -> this.timer.block(Mono.never(), soon()));
		assertThat(slow).isNotDone();
	}

	@Test
	void waitsThatBeginAfterTheThreadHasEndedAreEnded() {
		DeadlineTimer impatient = new DeadlineTimer(Duration.ofNanos(1), 1);
		for (int i = 0; i < 10_000; i++) {
			assertTimesOut(() -> impatient.block(Mono.never(), Deadline.after(Duration.ofNanos(1))));
		}
	}

	private static Deadline soon() {
		return Deadline.after(Duration.ofMillis(5));
	}

	private static FutureTask<?> start(Callable<?> work) {
		FutureTask<?> task = new FutureTask<>(work);
		Thread thread = new Thread(task);
		thread.setDaemon(true);
		thread.start();
		return task;
	}

	private void awaitFinish() {
		try {
			this.finished.await(30, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static void assertTimesOut(ThrowingCallable wait) {
		assertThatException().isThrownBy(wait).withCauseInstanceOf(TimeoutException.class);
	}

}
