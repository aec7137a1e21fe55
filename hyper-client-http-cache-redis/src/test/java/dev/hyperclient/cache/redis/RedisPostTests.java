package dev.hyperclient.cache.redis;

import dev.hyperclient.cache.redis.Machines.Machine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Responses to POST that later GETs of all machines find (RFC 9110, 9.3.3).
 */
class RedisPostTests extends RedisSupport {

	private Machines machines;

	private Machine other;

	@BeforeEach
	void startMachines() {
		this.machines = closing(new Machines(redis::connect, PATIENT));
		this.other = this.machines.start();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void responseIsFoundByLaterGetsOfAllMachines(boolean memory) {
		Machine one = start(memory);
		assertThat(one.get()).isEqualTo("one");
		this.machines.content = "two";
		assertThat(one.post()).isEqualTo("two");
		this.machines.content = "three";
		assertThat(this.other.get()).isEqualTo("two");
		assertThat(one.get()).isEqualTo("two");
		assertThat(this.machines.requests).hasValue(2);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void responseIsNotStoredAfterAWriteOfAnotherMachine(boolean memory) {
		Machine one = start(memory);
		this.machines.whileNextRequest("two", this.other::put);
		assertThat(one.post()).isEqualTo("one");
		assertThat(this.other.get()).isEqualTo("two");
		assertThat(one.get()).isEqualTo("two");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void responseIsNotStoredIfAnotherMachineHasStoredAfterItsWrite(boolean memory) {
		Machine one = start(memory);
		this.machines.whileNextRequest("two", () -> {
			this.other.put();
			assertThat(this.other.get()).isEqualTo("two");
		});
		assertThat(one.post()).isEqualTo("one");
		assertThat(this.other.get()).isEqualTo("two");
	}

	private Machine start(boolean memory) {
		return memory ? this.machines.startWithMemory() : this.machines.start();
	}

}
