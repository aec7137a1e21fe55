package dev.hyperclient.cache.redis;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How long a request may still wait.
 */
class TimeBudgetTests {

	private static final long MILLISECOND = 1_000_000;

	private final TimeBudget budget = new TimeBudget(Duration.ofMillis(50));

	@Test
	void waitingTakesFourFifthsOfTheTimeout() {
		assertThat(this.budget.remaining()).isEqualTo(40 * MILLISECOND);
	}

	@Test
	void timeoutIsAddedForLongContent() {
		this.budget.add(0);
		assertThat(this.budget.remaining()).isEqualTo(40 * MILLISECOND);
		this.budget.add(2);
		assertThat(this.budget.remaining()).isEqualTo(120 * MILLISECOND);
	}

	@Test
	void timeThatHasPassedIsSpent() {
		TimeBudget hour = new TimeBudget(Duration.ofHours(1));
		long before = hour.remaining();
		hour.spendSince(System.nanoTime() - Duration.ofMinutes(1).toNanos());
		assertThat(before - hour.remaining()).isBetween(Duration.ofMinutes(1).toNanos(),
				Duration.ofMinutes(10).toNanos());
	}

	@Test
	void noMoreThanTheBudgetIsSpent() {
		this.budget.spendSince(System.nanoTime() - Duration.ofHours(1).toNanos());
		assertThat(this.budget.remaining()).isZero();
		this.budget.add(1);
		assertThat(this.budget.remaining()).isEqualTo(40 * MILLISECOND);
	}

}
