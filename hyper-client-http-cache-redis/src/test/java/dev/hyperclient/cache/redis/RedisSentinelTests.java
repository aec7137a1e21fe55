package dev.hyperclient.cache.redis;

import java.time.Duration;

import dev.hyperclient.cache.redis.Machines.Machine;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store with a master, a replica and a sentinel.
 */
class RedisSentinelTests {

	@Test
	void promotedReplicaIsUsedAndInvalidationDuringFailoverIsRepeated() throws Exception {
		try (TestRedis master = TestRedis.startAny("--repl-diskless-sync-delay", "0");
				TestRedis replica = TestRedis.startAny("--replicaof", "127.0.0.1 " + master.port())) {
			Machines.eventually(() -> replica.commands().info("replication").contains("master_link_status:up"));
			try (TestRedis sentinel = TestRedis.startSentinel(master);
					Machines machines = new Machines(
							() -> sentinel
								.connect(new LettuceConnectionFactory(new RedisSentinelConfiguration().master("master")
									.sentinel("127.0.0.1", sentinel.port()))),
							RedisStoreSettings.defaults().withTimeout(Duration.ofMillis(300)))) {
				Machine machine = machines.start();
				Machines.eventually(() -> machines.isCaching(machine));
				Machines.eventually(() -> !replica.commands().keys("*:e:*").isEmpty());
				master.kill();
				sentinel.detectFailures();
				machines.content = "two";
				machine.put();
				assertThat(machine.get()).isEqualTo("two");
				Machines.eventually(() -> replica.commands().info("replication").contains("role:master"));
				Machines.eventually(() -> machine.store().failure().isEmpty());
				assertThat(machine.get()).isEqualTo("two");
				assertThat(machines.start().get()).isEqualTo("two");
				Machines.eventually(() -> machines.isCaching(machine));
				assertThat(machine.get()).isEqualTo("two");
			}
		}
	}

}
