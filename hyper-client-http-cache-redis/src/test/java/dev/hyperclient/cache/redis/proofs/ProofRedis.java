package dev.hyperclient.cache.redis.proofs;

import java.time.Duration;

import dev.hyperclient.cache.redis.Machines;
import dev.hyperclient.cache.redis.RedisResponseStore;
import dev.hyperclient.cache.redis.RedisStoreSettings;
import dev.hyperclient.cache.redis.TestRedis;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * What the proofs share. Each one prints its figures.
 */
final class ProofRedis {

	/** The tag of the proofs, for the profile {@code redis-proofs}. */
	static final String TAG = "redis-proofs";

	/** A long timeout, so that a busy machine does not count as an outage. */
	static final RedisStoreSettings PATIENT = RedisStoreSettings.defaults().withTimeout(Duration.ofSeconds(10));

	/** How much memory a full Redis has for connections and responses. */
	private static final long FREE = 600_000;

	private ProofRedis() {
	}

	/**
	 * Return how many operations, rounds or loops a proof has: the system property
	 * {@code redis-proofs.count}.
	 * @param absent the number without the property
	 */
	static int count(int absent) {
		return Integer.getInteger("redis-proofs.count", absent);
	}

	/**
	 * Return a new store that is available.
	 */
	static RedisResponseStore open(LettuceConnectionFactory factory, RedisStoreSettings settings) {
		RedisResponseStore store = new RedisResponseStore(factory, settings);
		Machines.eventually(() -> store.failure().isEmpty());
		return store;
	}

	/**
	 * Remove everything, also from the memory of the server.
	 */
	static void restart(TestRedis redis) throws Exception {
		redis.kill();
		redis.restart();
	}

	/**
	 * Leave little memory to the responses.
	 * @param policy what Redis evicts
	 */
	static void fill(TestRedis redis, String policy) {
		redis.commands().configSet("maxmemory-policy", policy);
		long used = redis.commands()
			.info("memory")
			.lines()
			.filter((line) -> line.startsWith("used_memory:"))
			.mapToLong((line) -> Long.parseLong(line.substring("used_memory:".length())))
			.sum();
		redis.commands().configSet("maxmemory", String.valueOf(used + FREE));
	}

}
