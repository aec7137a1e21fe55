package dev.hyperclient.cache.redis;

import java.io.IOException;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * One server for the tests of a class, empty before each of them.
 */
public abstract class RedisSupport {

	protected static TestRedis redis;

	@BeforeAll
	static void startServer() {
		redis = TestRedis.startAny();
	}

	@BeforeEach
	void removeAll() {
		redis.commands().configSet("maxmemory", "0");
		redis.commands().flushall();
	}

	@AfterEach
	void disconnect() {
		redis.disconnect();
	}

	@AfterAll
	static void stopServer() {
		if (redis != null) {
			redis.close();
			redis = null;
		}
	}

	/**
	 * The same with a faulty server in front of it for each test.
	 */
	abstract static class WithFaults extends RedisSupport {

		protected FaultyRedis faulty;

		@BeforeEach
		void startFaulty() throws IOException {
			this.faulty = new FaultyRedis(redis);
		}

		@AfterEach
		void stopFaulty() throws IOException {
			this.faulty.close();
		}

	}

}
