package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for warnings of retried calls.
 */
class CallLogWarningTests {

	@Test
	void retriedCallsAreOneWarningAMinuteWithTheirNumber() {
		Logger logger = (Logger) LoggerFactory.getLogger(CallLog.LOGGER_PREFIX + "busy");
		ListAppender<ILoggingEvent> events = new ListAppender<>();
		events.start();
		logger.addAppender(events);
		AtomicLong time = new AtomicLong(-1);
		CallLog log = new CallLog("busy", logger, time::get);
		for (int second = 0; second < 61; second++) {
			retry(log);
			time.addAndGet(Duration.ofSeconds(1).toNanos());
		}
		assertThat(events.list.stream().filter((event) -> event.getLevel() == Level.WARN))
			.extracting(ILoggingEvent::getFormattedMessage)
			.satisfiesExactly((first) -> assertThat(first).endsWith("up to 6 times"), (second) -> assertThat(second)
				.endsWith("up to 6 times; 59 more calls were retried since the last warning"));
		logger.detachAppender(events);
	}

	private static void retry(CallLog log) {
		ServiceRequest request = ServiceRequest.get(URI.create("http://cookbooks.dev/1.0/recipes/4"),
				HttpHeaders.EMPTY);
		log.retrying(request, 503, 0, 6, Duration.ZERO);
	}

}
