package dev.hyperclient.internal.exchange;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import dev.hyperclient.http.Deadline;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which threads have the deadline of a call, and until when.
 */
class CallDeadlineTests {

	private final CallDeadline deadlines = new CallDeadline(Duration.ofMinutes(1));

	@Test
	void partOfCallHasItsDeadlineOnAnotherThreadUntilItEnds() throws Exception {
		ExecutorService thread = Executors.newSingleThreadExecutor();
		try {
			Callable<Deadline> part = this.deadlines.call(() -> {
				Deadline own = this.deadlines.current();
				return this.deadlines.wrap(() -> {
					assertThat(this.deadlines.current()).isSameAs(own);
					return own;
				});
			});
			Deadline own = thread.submit(part).get();
			assertThat(thread.submit(this.deadlines::current).get()).isNotSameAs(own);
		}
		finally {
			thread.shutdown();
		}
	}

	@Test
	void callKeepsItsDeadlineAfterItsThreadHasRunAPart() {
		this.deadlines.call(() -> {
			Deadline own = this.deadlines.current();
			assertThat(run(this.deadlines.wrap(this.deadlines::current))).isSameAs(own);
			assertThat(this.deadlines.current()).isSameAs(own);
			return own;
		});
	}

	private static Deadline run(Callable<Deadline> part) {
		try {
			return part.call();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

}
