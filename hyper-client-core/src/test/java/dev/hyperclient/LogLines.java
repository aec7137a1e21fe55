package dev.hyperclient;

import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * The lines of a logger, which are not printed, until the test ends.
 */
public final class LogLines implements AfterEachCallback, AutoCloseable {

	private final Logger logger;

	private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

	public LogLines(String logger, Level level) {
		this.logger = (Logger) LoggerFactory.getLogger(logger);
		this.logger.setLevel(level);
		this.logger.setAdditive(false);
		this.logger.addAppender(this.appender);
		this.appender.start();
	}

	public void setLevel(Level level) {
		this.logger.setLevel(level);
	}

	public List<ILoggingEvent> events() {
		return List.copyOf(this.appender.list);
	}

	public List<String> of(Level level) {
		return events().stream()
			.filter((event) -> event.getLevel() == level)
			.map(ILoggingEvent::getFormattedMessage)
			.toList();
	}

	public void clear() {
		this.appender.list.clear();
	}

	@Override
	public void afterEach(ExtensionContext context) {
		close();
	}

	@Override
	public void close() {
		this.logger.detachAppender(this.appender);
		this.logger.setAdditive(true);
		this.logger.setLevel(null);
	}

}
