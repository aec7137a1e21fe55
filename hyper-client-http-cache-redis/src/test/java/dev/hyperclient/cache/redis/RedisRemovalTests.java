package dev.hyperclient.cache.redis;

import java.net.URI;
import java.util.OptionalLong;

import dev.hyperclient.cache.redis.FaultyRedis.Fault;
import dev.hyperclient.cache.redis.Machines.Machine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Removal of many responses by hand.
 */
class RedisRemovalTests extends RedisSupport.WithFaults {

	private static final URI PREFIX = URI.create("http://cookbooks.dev/1.0/");

	private Machines machines;

	@BeforeEach
	void create() {
		this.machines = closing(new Machines(redis::connect, PATIENT));
	}

	@Test
	void evictionOfPrefixStopsLateResponsesOfOtherMachines() {
		Machine one = this.machines.start();
		Machine two = this.machines.startWithMemory();
		for (int i = 0; i < 5; i++) {
			this.machines.content = "old";
			this.machines.whileNextRequest("new", () -> two.cache().evictAll(PREFIX));
			assertThat(one.get("user " + i)).isEqualTo("old");
			assertThat(two.get("user " + i)).isEqualTo("new");
			assertThat(one.get("user " + i)).isEqualTo("new");
			redis.commands().flushall();
		}
	}

	@Test
	void evictionOfPrefixLeavesOtherResponses() {
		Machine one = this.machines.start();
		Machine two = this.machines.start();
		assertThat(one.get()).isEqualTo("one");
		this.machines.content = "two";
		assertThat(two.cache().evictAll(URI.create("http://cookbooks.dev/2.0/"))).isZero();
		assertThat(one.get()).isEqualTo("one");
		assertThat(two.cache().evictAll(PREFIX)).isOne();
		assertThat(one.get()).isEqualTo("two");
	}

	@Test
	void evictionOfPrefixIsMadeUpForWhenRedisAnswersAgain() {
		try (Machines faulty = new Machines(this.faulty::connect, PATIENT)) {
			Machine machine = faulty.start();
			assertThat(faulty.isCaching(machine)).isTrue();
			this.faulty.set(Fault.closed());
			faulty.content = "two";
			machine.cache().evictAll(PREFIX);
			assertThat(machine.get()).isEqualTo("two");
			this.faulty.set(Fault.NONE);
			Machines.eventually(() -> machine.store().failure().isEmpty());
			assertThat(machine.get()).isEqualTo("two");
		}
	}

	@Test
	void numberOfRemovedResponsesIsReportedOrUnknown() {
		try (Machines faulty = new Machines(this.faulty::connect, PATIENT)) {
			Machine machine = faulty.start();
			machine.get();
			machine.get();
			assertThat(machine.cache().clear()).isEqualTo(OptionalLong.of(1));
			assertThat(machine.cache().clear()).isEqualTo(OptionalLong.of(0));
			machine.get();
			this.faulty.set(Fault.closed());
			assertThat(machine.cache().clear()).isEmpty();
		}
	}

}
