package dev.hyperclient.cache.redis;

import java.time.Duration;

import ch.qos.logback.classic.Level;
import dev.hyperclient.internal.redis.TimeoutName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When late lookups are logged.
 */
class LateLookupsTests {

	private final RedisLog log = new RedisLog(LateLookups.class, Level.INFO, Duration.ZERO);

	private Duration now = Duration.ofDays(-1);

	private final LateLookups lookups = new LateLookups("redis.example.com:6379",
			TimeoutName.named(RedisStoreSettings.defaults(), "'cache.redis.timeout'"), Runnable::run,
			() -> this.now.toNanos());

	@AfterEach
	void stop() {
		this.log.close();
	}

	@Test
	void halfOfTwentyLookupsInAMinuteAreLoggedOnce() {
		add(10, false);
		add(9, true);
		assertThat(this.log.messages(Level.WARN)).isEmpty();
		add(20, true);
		assertThat(this.log.messages(Level.WARN)).singleElement()
			.asString()
			.contains("redis.example.com:6379", "10 of 20", "hyper-client", "50 ms ('cache.redis.timeout')");
		nextMinute();
		add(20, true);
		assertThat(this.log.messages(Level.WARN)).hasSize(1);
		assertThat(this.log.messages(Level.INFO)).isEmpty();
		assertThat(this.lookups.total()).isEqualTo(49);
	}

	@Test
	void nineteenLookupsOrFewerThanHalfAreNotLogged() {
		add(19, true);
		nextMinute();
		add(19, true);
		nextMinute();
		add(11, false);
		add(9, true);
		assertThat(this.log.messages(Level.WARN)).isEmpty();
	}

	@Test
	void endIsLoggedAfterAMinuteWithFewerLateLookups() {
		add(20, true);
		nextMinute();
		nextMinute();
		add(10, false);
		assertThat(this.log.messages(Level.INFO)).isEmpty();
		nextMinute();
		add(1, false);
		assertThat(this.log.messages(Level.INFO)).singleElement()
			.asString()
			.contains("redis.example.com:6379", "0 of 10");
		add(20, true);
		assertThat(this.log.messages(Level.WARN)).hasSize(2);
	}

	@Test
	void shareIsThatOfTheLastMinutes() {
		assertThat(this.lookups.share()).isNaN();
		add(3, true);
		add(1, false);
		assertThat(this.lookups.share()).isEqualTo(0.75);
		nextMinute();
		add(4, false);
		assertThat(this.lookups.share()).isEqualTo(0.375);
		nextMinute();
		assertThat(this.lookups.share()).isZero();
		nextMinute();
		assertThat(this.lookups.share()).isNaN();
	}

	private void nextMinute() {
		this.now = this.now.plusMinutes(1);
	}

	private void add(int count, boolean isLate) {
		for (int i = 0; i < count; i++) {
			this.lookups.add(isLate);
		}
	}

}
