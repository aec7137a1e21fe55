package dev.hyperclient.cache.redis;

import java.util.List;

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

	private final ListAppender<ILoggingEvent> events = new ListAppender<>();

	RedisLog() {
		this.events.start();
		this.logger.setLevel(Level.INFO);
		this.logger.addAppender(this.events);
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
		this.logger.detachAppender(this.events);
		this.logger.setLevel(null);
	}

}
