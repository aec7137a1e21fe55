package dev.hyperclient.cookbook.service.security;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The number of nonces is limited, and no request is accepted twice.
 */
class NonceMemoryTests {

	private static final long NOW = 1_000_000;

	private final NonceMemory memory = new NonceMemory(Clock.fixed(Instant.ofEpochSecond(NOW), ZoneOffset.UTC),
			Duration.ofMinutes(5), 100);

	@Test
	void partsAreSeparated() {
		assertThat(this.memory.add(NOW, "a", "bc")).isTrue();
		assertThat(this.memory.add(NOW, "ab", "c")).isTrue();
		assertThat(this.memory.add(NOW, "a", "bc")).isFalse();
		assertThat(this.memory.size()).isEqualTo(2);
	}

	@Test
	void evictedNonceIsNotAcceptedAgain() {
		for (int i = 0; i < 250; i++) {
			assertThat(this.memory.add(NOW - 250 + i, "n")).isTrue();
			assertThat(this.memory.size()).isLessThanOrEqualTo(100);
		}
		for (int i = 0; i < 250; i++) {
			assertThat(this.memory.add(NOW - 250 + i, "n")).isFalse();
		}
		assertThat(this.memory.accepts(NOW - 250)).isFalse();
		assertThat(this.memory.accepts(NOW)).isTrue();
	}

	@Test
	void noncesOfFullSecondAreEvictedTogether() {
		for (int i = 0; i < 100; i++) {
			assertThat(this.memory.add(NOW, "n" + i)).isTrue();
		}
		assertThat(this.memory.add(NOW, "more")).isFalse();
		assertThat(this.memory.add(NOW, "n1")).isFalse();
		assertThat(this.memory.add(NOW + 1, "n1")).isTrue();
		assertThat(this.memory.size()).isEqualTo(1);
	}

}
