package dev.hyperclient.cache.redis;

import java.time.Duration;

import dev.hyperclient.cache.redis.FaultyRedis.Fault;
import dev.hyperclient.cache.redis.Machines.Machine;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The timeout of a request that sends several commands to a Redis that is slow or fails.
 */
class RedisTimeoutTests extends RedisSupport.WithFaults {

	@Test
	void readingAndStoringLongContentShareTheTimeout() {
		Duration timeout = Duration.ofSeconds(2);
		try (Machines slow = new Machines(this.faulty::connect, RedisStoreSettings.defaults().withTimeout(timeout))) {
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
	void lookupAndInvalidationOfPostShareTheTimeout() {
		Duration timeout = Duration.ofSeconds(2);
		try (Machines slow = new Machines(this.faulty::connect, RedisStoreSettings.defaults().withTimeout(timeout))) {
			Machine machine = slow.start();
			assertThat(slow.isCaching(machine)).isTrue();
			this.faulty.set(Fault.slow(timeout.dividedBy(8).multipliedBy(5)));
			assertThat(machine.post()).isEqualTo(slow.content);
			// The reply to the invalidation was not waited for as long as to the lookup.
			assertThat(machine.store().failure()).isPresent();
		}
	}

}
