package dev.hyperclient.cache.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The server of the JVM, empty before each test.
 */
public abstract class RedisSupport {

	/** So long that a busy machine is not taken for a fault. */
	static final RedisStoreSettings PATIENT = RedisStoreSettings.defaults().withTimeout(Duration.ofSeconds(10));

	/** How long something may take on a busy machine. */
	static final Duration LIMIT = Duration.ofSeconds(20);

	protected static TestRedis redis;

	private final Deque<AutoCloseable> opened = new ArrayDeque<>();

	@BeforeAll
	static void startServer() {
		redis = TestRedis.shared(TestRedis.any());
	}

	@BeforeEach
	void removeAll() {
		redis.commands().configSet("maxmemory", "0");
		redis.commands().configSet("requirepass", "");
		redis.commands().flushall();
	}

	@AfterEach
	void disconnect() throws Exception {
		while (!this.opened.isEmpty()) {
			this.opened.pop().close();
		}
		redis.recover();
		redis.disconnect();
	}

	/**
	 * Close something after the test, before what was opened earlier.
	 */
	<T extends AutoCloseable> T closing(T resource) {
		this.opened.push(resource);
		return resource;
	}

	/**
	 * Return a new store that is available.
	 */
	SharedRedisStore open() {
		return open(redis.connect(), PATIENT);
	}

	SharedRedisStore open(ReactiveRedisConnectionFactory connection, RedisStoreSettings settings) {
		SharedRedisStore store = closing(new SharedRedisStore(connection, settings));
		Machines.eventually(() -> store.failure().isEmpty());
		return store;
	}

	static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * The same with a faulty server in front of it for each test.
	 */
	abstract static class WithFaults extends RedisSupport {

		protected FaultyRedis faulty;

		@BeforeEach
		void startFaulty() throws IOException {
			this.faulty = closing(new FaultyRedis(redis));
		}

	}

}
