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
			this.deadlines.begin();
			Deadline own = this.deadlines.current();
			Callable<Deadline> part = this.deadlines.wrap(this.deadlines::current);
			this.deadlines.end();
			assertThat(thread.submit(part).get()).isSameAs(own);
			assertThat(thread.submit(this.deadlines::current).get()).isNotSameAs(own);
		}
		finally {
			thread.shutdown();
		}
	}

	@Test
	void callKeepsItsDeadlineAfterItsThreadHasRunAPart() throws Exception {
		this.deadlines.begin();
		Deadline own = this.deadlines.current();
		assertThat(this.deadlines.wrap(this.deadlines::current).call()).isSameAs(own);
		assertThat(this.deadlines.current()).isSameAs(own);
	}

	@Test
	void callWithinAnotherOneSharesItsDeadline() {
		assertThat(this.deadlines.begin()).isTrue();
		Deadline own = this.deadlines.current();
		assertThat(this.deadlines.begin()).isFalse();
		assertThat(this.deadlines.current()).isSameAs(own);
		this.deadlines.end();
		assertThat(this.deadlines.current()).isNotSameAs(own);
	}

}
