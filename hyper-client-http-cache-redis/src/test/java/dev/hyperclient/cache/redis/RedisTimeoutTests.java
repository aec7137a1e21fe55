package dev.hyperclient.cache.redis;

import java.time.Duration;

import dev.hyperclient.cache.redis.FaultyRedis.Fault;
import dev.hyperclient.cache.redis.Machines.Machine;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The timeout of a request that sends several commands to a Redis that is slow or fails,
 * and the {@link TimeBudget} of the request.
 */
class RedisTimeoutTests extends RedisSupport.WithFaults {

	private static final long MILLISECOND = 1_000_000;

	private final TimeBudget budget = new TimeBudget(Duration.ofMillis(50));

	@Test
	void readingAndStoringLongContentShareTheTimeout() {
		Duration timeout = Duration.ofSeconds(2);
		try (Machines slow = new Machines(this.faulty::connect, PATIENT.withTimeout(timeout))) {
			Machine machine = slow.start();
			slow.content = "0123456789".repeat(40_000);
			assertThat(slow.isCaching(machine)).isTrue();
			this.faulty.set(Fault.slow(timeout.dividedBy(8)));
			assertThat(machine.get()).isEqualTo(slow.content);
			// Four fifths of the timeout are spent waiting, which is six delays, and
			// twice as many if reading and storing do not share it.
			assertThat(this.faulty.delays()).isBetween(2, 9);
			assertThat(slow.requests).hasValue(2);
		}
	}

	@Test
	void responseThatIsStoredSlowlyForOneUserKeepsThoseOfOthers() {
		try (Machines slow = new Machines(this.faulty::connect, PATIENT.withTimeout(Duration.ofSeconds(1)))) {
			Machine machine = slow.start();
			// The first connection may take longer than the timeout.
			Machines.eventually(() -> {
				int sent = slow.requests.get();
				machine.get("ann");
				return slow.requests.get() == sent;
			});
			slow.whileNextRequest("one", () -> this.faulty.set(Fault.slow(Duration.ofMillis(550))));
			machine.get("bob");
			this.faulty.set(Fault.NONE);
			Machines.eventually(() -> machine.store().failure().isEmpty());
			int before = slow.requests.get();
			machine.get("ann");
			assertThat(slow.requests).hasValue(before);
		}
	}

	@Test
	void lookupAndInvalidationOfPostShareTheTimeout() {
		Duration timeout = Duration.ofSeconds(1);
		try (Machines slow = new Machines(this.faulty::connect, PATIENT.withTimeout(timeout))) {
			Machine machine = slow.start();
			assertThat(slow.isCaching(machine)).isTrue();
			this.faulty.set(Fault.slow(timeout.dividedBy(8).multipliedBy(5)));
			assertThat(machine.post()).isEqualTo(slow.content);
			// The reply to the invalidation was not waited for as long as to the lookup.
			assertThat(machine.store().failure()).isPresent();
		}
	}

	@Test
	void lateLookupsAreCountedOncePerRequest() {
		Machines machines = closing(new Machines(this.faulty::connect, PATIENT.withTimeout(Duration.ofMillis(300))));
		Machine machine = machines.start();
		Machines.eventually(() -> machines.isCaching(machine));
		assertThat(machine.store().statistics().lateShare()).isLessThan(1);
		long before = machine.store().statistics().lateReplies();
		this.faulty.delayNext(LIMIT);
		machine.get();
		assertThat(machine.store().statistics().lateReplies()).isEqualTo(before + 1);
		assertThat(machine.store().statistics().lateShare()).isPositive();
		this.faulty.release();
	}

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
