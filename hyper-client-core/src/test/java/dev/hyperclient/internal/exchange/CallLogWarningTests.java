package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import ch.qos.logback.classic.Level;
import dev.hyperclient.LogLines;
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
		AtomicLong time = new AtomicLong(-1);
		try (LogLines lines = new LogLines(CallLog.LOGGER_PREFIX + "busy", Level.WARN)) {
			CallLog log = new CallLog("busy", LoggerFactory.getLogger(CallLog.LOGGER_PREFIX + "busy"), time::get);
			for (int second = 0; second < 61; second++) {
				retry(log);
				time.addAndGet(Duration.ofSeconds(1).toNanos());
			}
			assertThat(lines.of(Level.WARN)).satisfiesExactly((first) -> assertThat(first).endsWith("up to 6 times"),
					(second) -> assertThat(second)
						.endsWith("up to 6 times; 59 more calls were retried since the last warning"));
		}
	}

	private static void retry(CallLog log) {
		ServiceRequest request = ServiceRequest.get(URI.create("http://cookbooks.dev/1.0/recipes/4"),
				HttpHeaders.EMPTY);
		log.retrying(request, 503, 0, 6, Duration.ZERO);
	}

}
