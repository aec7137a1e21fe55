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

	private final Logger logger = (Logger) LoggerFactory.getLogger(RedisAvailability.class);

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
		this.events = new ListAppender<>() {

			@Override
			protected void append(ILoggingEvent event) {
				await(delay);
				super.append(event);
			}

		};
		this.events.start();
		this.logger.setLevel(Level.INFO);
		this.logger.addAppender(this.events);
	}

	/**
	 * Let messages be written.
	 */
	void release() {
		this.released.countDown();
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

	private void await(Duration delay) {
		try {
			this.released.await(delay.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
