package dev.hyperclient.cache.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.slf4j.LoggerFactory;

/**
 * What is logged about the availability of Redis.
 */
final class RedisLog implements AutoCloseable {

	private final Logger logger;

	private final CountDownLatch reached = new CountDownLatch(1);

	private final CountDownLatch released = new CountDownLatch(1);

	private final ListAppender<ILoggingEvent> events;

	RedisLog() {
		this(Duration.ZERO);
	}

	/**
	 * Create a log whose messages are written after its release.
	 * @param delay how long they wait at most
	 */
	RedisLog(Duration delay) {
		this(RedisAvailability.class, Level.INFO, delay);
	}

	RedisLog(Class<?> type, Level level, Duration delay) {
		this.logger = (Logger) LoggerFactory.getLogger(type);
		this.events = new ListAppender<>() {

			@Override
			protected void append(ILoggingEvent event) {
				RedisLog.this.reached.countDown();
				await(RedisLog.this.released, delay);
				super.append(event);
			}

		};
		this.events.start();
		this.logger.setLevel(level);
		this.logger.addAppender(this.events);
	}

	/**
	 * Let messages be written.
	 */
	void release() {
		this.released.countDown();
	}

	/**
	 * Wait until a message is to be written.
	 */
	void awaitMessage() {
		await(this.reached, Duration.ofSeconds(20));
	}

	List<String> messages(Level level) {
		return List.copyOf(this.events.list)
			.stream()
			.filter((event) -> event.getLevel() == level)
			.map(ILoggingEvent::getFormattedMessage)
			.toList();
	}

	@Override
	public void close() {
		release();
		this.logger.detachAppender(this.events);
		this.logger.setLevel(null);
	}

	private static void await(CountDownLatch latch, Duration delay) {
		try {
			latch.await(delay.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
