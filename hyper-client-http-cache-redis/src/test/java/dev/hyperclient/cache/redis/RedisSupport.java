package dev.hyperclient.cache.redis;

import java.io.IOException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * The server of the JVM, empty before each test.
 */
public abstract class RedisSupport {

	protected static TestRedis redis;

	@BeforeAll
	static void startServer() {
		redis = TestRedis.shared(TestRedis.any());
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
