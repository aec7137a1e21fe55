package dev.hyperclient.cache.redis;

import java.time.Duration;

import dev.hyperclient.cache.redis.FaultyRedis.Fault;
import dev.hyperclient.cache.redis.Machines.Machine;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An index that Redis returns too late.
 */
class SlowIndexTests extends RedisSupport.WithFaults {

	@Test
	void responseThatIsStoredSlowlyForOneUserKeepsThoseOfOthers() {
		try (Machines slow = new Machines(this.faulty::connect,
				RedisStoreSettings.defaults().withTimeout(Duration.ofSeconds(1)))) {
			Machine machine = slow.start();
			machine.get("ann");
			slow.meanwhile = () -> this.faulty.set(Fault.slow(Duration.ofMillis(550)));
			machine.get("bob");
			slow.meanwhile = () -> {
			};
			this.faulty.set(Fault.NONE);
			Machines.eventually(() -> machine.store().failure().isEmpty());
			int before = slow.requests.get();
			machine.get("ann");
			assertThat(slow.requests).hasValue(before);
		}
	}

}
