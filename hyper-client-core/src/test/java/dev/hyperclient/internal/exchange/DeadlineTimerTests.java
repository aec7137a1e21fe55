package dev.hyperclient.internal.exchange;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import dev.hyperclient.http.Deadline;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link DeadlineTimer}.
 */
@Timeout(30)
class DeadlineTimerTests {

	private final DeadlineTimer timer = new DeadlineTimer(Duration.ofMillis(1), 1);

	@Test
	void waitEndsAtItsDeadlineAndNotBefore() {
		Deadline deadline = Deadline.after(Duration.ofMillis(30));
		assertTimesOut(this.timer.at(deadline).toFuture());
		assertThat(deadline.remaining()).isLessThanOrEqualTo(Duration.ZERO);
		assertThat(this.timer.waits()).isZero();
	}

	@Test
	void laterDeadlineDoesNotDelayAnEarlierOne() {
		Disposable later = this.timer.at(Deadline.after(Duration.ofHours(1))).subscribe();
		assertTimesOut(this.timer.at(Deadline.after(Duration.ofMillis(5))).toFuture());
		assertThat(this.timer.waits()).isOne();
		later.dispose();
	}

	@Test
	void cancelledWaitIsNotKept() {
		this.timer.at(Deadline.after(Duration.ofHours(1))).subscribe().dispose();
		assertThat(this.timer.waits()).isZero();
	}

	@Test
	void waitThatIsCancelledAtOnceIsNotKept() {
		Mono.just("response").or(this.timer.at(Deadline.after(Duration.ofHours(1)))).block();
		this.timer.at(Deadline.after(Duration.ofHours(1))).doOnSubscribe((wait) -> wait.cancel()).subscribe();
		assertThat(this.timer.waits()).isZero();
	}

	@Test
	void subscriberThatFailsDoesNotDelayOthers() {
		Deadline deadline = Deadline.after(Duration.ofMillis(5));
		List<CompletableFuture<?>> others = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			this.timer.at(deadline).subscribe((value) -> {
			}, (ex) -> {
				throw new IllegalStateException("Test");
			});
			others.add(this.timer.at(deadline).toFuture());
		}
		others.forEach(DeadlineTimerTests::assertTimesOut);
	}

	@Test
	void waitsThatBeginAfterTheThreadHasEndedAreEnded() {
		DeadlineTimer impatient = new DeadlineTimer(Duration.ofNanos(1), 1);
		for (int i = 0; i < 1000; i++) {
			assertTimesOut(impatient.at(Deadline.after(Duration.ofNanos(1))).toFuture());
		}
	}

	private static void assertTimesOut(CompletableFuture<?> wait) {
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(wait::get)
			.withCauseInstanceOf(TimeoutException.class);
	}

}
