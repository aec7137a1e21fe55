package dev.hyperclient.cache.redis;

import java.time.Duration;

import ch.qos.logback.classic.Level;
import dev.hyperclient.cache.redis.Machines.Machine;
import dev.hyperclient.cache.store.CacheKey;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.protocol.CommandType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Redis is never in the way: whatever it does, calls go on.
 */
class RedisFailureTests extends RedisSupport {

	/** For a Redis that does not answer. */
	private static final RedisStoreSettings HASTY = PATIENT.withTimeout(Duration.ofMillis(300));

	private static final CacheKey ENTRY = new CacheKey("http://cookbooks.dev/", "any");

	private RedisLog log;

	private Machines machines;

	private Machines hasty;

	@BeforeEach
	void start() {
		this.machines = closing(new Machines(redis::connect, PATIENT));
		this.hasty = closing(new Machines(redis::connect, HASTY));
		this.log = closing(new RedisLog());
	}

	@Test
	void pausedRedisDelaysCallsByTheTimeoutAtMost() throws Exception {
		Machine machine = this.hasty.start();
		assertThatResponsesAreCached(this.hasty, machine);
		redis.pause();
		long begin = System.nanoTime();
		for (int i = 0; i < 100; i++) {
			assertThat(machine.get()).isEqualTo("one");
		}
		// Each of them would wait for 240 ms without the circuit breaker.
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
		assertThat(machine.store().failure()).isPresent();
		assertThat(machine.store().size().entries()).isNotNegative();
		redis.resume();
		assertThatResponsesAreCached(this.hasty, machine);
		assertThat(this.log.messages(Level.WARN)).hasSize(1).first().asString().contains("no answer for 500 ms");
	}

	@Test
	void clearDuringPauseIsRepeated() throws Exception {
		Machine machine = this.hasty.start();
		assertThatResponsesAreCached(this.hasty, machine);
		redis.pause();
		this.hasty.content = "two";
		machine.cache().clear();
		assertThat(machine.store().failure()).isPresent();
		assertThat(machine.get()).isEqualTo("two");
		redis.resume();
		Machines.eventually(() -> machine.store().failure().isEmpty());
		assertThat(machine.get()).isEqualTo("two");
	}

	@Test
	void wrongPasswordIsReportedWithoutSecrets() {
		redis.commands().configSet("requirepass", "right");
		RedisStandaloneConfiguration wrong = new RedisStandaloneConfiguration("127.0.0.1", redis.port());
		wrong.setPassword("secret-but-wrong");
		try (Machines others = new Machines(() -> redis.connect(wrong), PATIENT)) {
			Machine machine = others.start();
			assertThat(machine.get()).isEqualTo("one");
			Machines.eventually(() -> machine.store().failure().orElse("").contains("WRONGPASS"));
			// Logged after it can be noticed.
			Machines.eventually(() -> this.log.messages(Level.WARN).size() == 1);
			assertThat(this.log.messages(Level.WARN)).noneMatch((message) -> message.contains("secret"));
		}
	}

	@Test
	void refusalToWriteIsReportedByRequestForNewUrl() {
		Machine machine = this.machines.start();
		assertThatResponsesAreCached(machine);
		var commands = redis.commands();
		commands.flushall();
		commands.configSet("maxmemory", "1");
		assertThat(machine.get()).isEqualTo("one");
		assertThat(machine.store().failure()).get().asString().contains("OOM");
		commands.configSet("maxmemory", "0");
		assertThatResponsesAreCached(machine);
		assertThat(machine.store().failure()).isEmpty();
		commands.flushall();
		commands.aclSetuser("default", new AclSetuserArgs().removeCommand(CommandType.HSET));
		assertThat(machine.get()).isEqualTo("one");
		assertThat(machine.store().failure()).isPresent();
		commands.aclSetuser("default", new AclSetuserArgs().allCommands());
		assertThatResponsesAreCached(machine);
		Machines.eventually(() -> this.log.messages(Level.WARN).size() == 1);
	}

	@Test
	void readOnlyRedisServesAndInvalidationIsRepeated() {
		Machine machine = this.machines.start();
		assertThatResponsesAreCached(machine);
		var commands = redis.commands();
		commands.replicaof("127.0.0.1", 1);
		assertThatResponsesAreCached(machine);
		this.machines.content = "two";
		machine.put();
		assertThat(machine.get()).isEqualTo("two");
		assertThat(machine.get()).isEqualTo("two");
		commands.replicaofNoOne();
		assertThatResponsesAreCached(machine);
		assertThat(machine.get()).isEqualTo("two");
	}

	@Test
	void slowLogDoesNotDelayCalls() throws Exception {
		Machine machine = this.machines.start();
		assertThatResponsesAreCached(machine);
		try (RedisLog slow = new RedisLog(Duration.ofSeconds(20))) {
			redis.kill();
			Machines.eventually(() -> {
				assertThat(machine.get()).isEqualTo("one");
				return machine.store().failure().isPresent();
			});
			// Otherwise the warning is written before the call returns.
			assertThat(slow.messages(Level.WARN)).isEmpty();
			slow.release();
			Machines.eventually(() -> slow.messages(Level.WARN).size() == 1);
		}
	}

	private void assertThatResponsesAreCached(Machine machine) {
		assertThatResponsesAreCached(this.machines, machine);
	}

	private static void assertThatResponsesAreCached(Machines machines, Machine machine) {
		Machines.eventually(() -> machines.isCaching(machine));
	}

}
