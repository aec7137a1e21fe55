package dev.hyperclient.cache.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.hyperclient.cache.redis.FaultyRedis.Fault;
import dev.hyperclient.cache.redis.Machines.Machine;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.SharedResponseStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The timeout of a request that sends several commands to a Redis that is slow or fails.
 */
@Timeout(60)
class RedisTimeoutTests extends RedisSupport.WithFaults {

	/** After this, a test fails. */
	private static final Duration LIMIT = Duration.ofSeconds(20);

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
			// twice as
			// many if reading and storing do not share it.
			assertThat(this.faulty.delays()).isBetween(2, 9);
			assertThat(slow.requests).hasValue(2);
		}
	}

	@Test
	void requestThatWaitsForAnotherMachineSharesTheTimeoutWhenRedisFails() {
		Duration timeout = Duration.ofSeconds(2);
		RedisStoreSettings settings = RedisStoreSettings.defaults().withTimeout(timeout);
		CacheKey key = CacheKey.of(Machines.URL, "any");
		try (RedisResponseStore holder = new RedisResponseStore(redis.connect(), settings);
				RedisResponseStore other = new RedisResponseStore(this.faulty.connect(), settings)) {
			SharedResponseStore first = holder.forRequest(key.url());
			assertThat(first.find(key)).isEmpty();
			assertThat(first.awaitResponse("request", false)).isFalse();
			SharedResponseStore second = other.forRequest(key.url());
			this.faulty.set(Fault.slow(timeout.dividedBy(5)));
			assertThat(second.find(key)).isEmpty();
			this.faulty.set(Fault.NONE);
			long before = scripts();
			CompletableFuture<Boolean> ended = CompletableFuture
				.supplyAsync(() -> second.awaitResponse("request", false));
			Machines.eventually(() -> scripts() > before + 2);
			long begin = System.nanoTime();
			this.faulty.set(Fault.reply("silence", ""));
			assertThat(ended).succeedsWithin(LIMIT).isEqualTo(false);
			second.put(key, RedisResponseStoreContract.response("text"));
			// Two commands that are not answered share what is left of the timeout, three
			// fifths. Otherwise storing, or each of them, takes as long once more.
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(timeout);
		}
	}

	@Test
	void requestThatWaitsForAnotherMachineToleratesOneLateReply() {
		Duration timeout = Duration.ofSeconds(2);
		RedisStoreSettings settings = RedisStoreSettings.defaults().withTimeout(timeout);
		CacheKey key = CacheKey.of(Machines.URL, "any");
		try (RedisResponseStore holder = new RedisResponseStore(redis.connect(), settings);
				RedisResponseStore other = new RedisResponseStore(this.faulty.connect(), settings)) {
			SharedResponseStore first = holder.forRequest(key.url());
			assertThat(first.find(key)).isEmpty();
			assertThat(first.awaitResponse("request", false)).isFalse();
			SharedResponseStore second = other.forRequest(key.url());
			assertThat(second.find(key)).isEmpty();
			long before = scripts();
			CompletableFuture<Boolean> ended = CompletableFuture
				.supplyAsync(() -> second.awaitResponse("request", false));
			Machines.eventually(() -> scripts() > before + 2);
			// Longer than a reply is waited for.
			this.faulty.delayNext(timeout.dividedBy(2));
			Machines.eventually(this.faulty::isNextDelayed);
			long delayed = scripts();
			Machines.eventually(() -> scripts() > delayed + 2);
			assertThat(ended).isNotDone();
			assertThat(other.failure()).isEmpty();
			first.put(key, RedisResponseStoreContract.response("text"));
			assertThat(ended).succeedsWithin(LIMIT).isEqualTo(true);
			assertThat(second.find(key)).isPresent();
		}
	}

	private static long scripts() {
		return redis.scripts();
	}

}
