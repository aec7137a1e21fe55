package dev.hyperclient.cookbook.client;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.ValueAtPercentile;
import org.jspecify.annotations.Nullable;

/**
 * How long calls of one kind took in the last five minutes, by the timer
 * {@code hyper.client.call}. Without those for the root, most of which are made at the
 * start.
 *
 * @param call operation and resource type
 * @param outcome the outcome of the cache
 * @param count the number of calls since the start
 * @param median half of the calls took at most this time, in milliseconds
 * @param p95 19 of 20 calls took at most this time, in milliseconds
 */
record CallTime(String call, @Nullable String outcome, long count, double median, double p95) {

	private static final int MAX_ROWS = 8;

	/** Return the slowest calls, the slowest first. */
	static List<CallTime> of(MeterRegistry registry) {
		return registry.find("hyper.client.call")
			.tag("client", "default")
			.tag("resource.type", (type) -> !type.equals("service-root"))
			.timers()
			.stream()
			.map(CallTime::of)
			.filter((time) -> time.p95 > 0)
			.sorted(Comparator.comparing(CallTime::p95).reversed())
			.limit(MAX_ROWS)
			.toList();
	}

	/** The application sets the percentiles 0.5 and 0.95, in this order. */
	private static CallTime of(Timer timer) {
		ValueAtPercentile[] values = timer.takeSnapshot().percentileValues();
		double[] millis = Arrays.stream(values).mapToDouble((value) -> value.value(TimeUnit.MILLISECONDS)).toArray();
		return new CallTime(timer.getId().getTag("operation") + " " + timer.getId().getTag("resource.type"),
				timer.getId().getTag("cache.outcome"), timer.count(), millis[0], millis[1]);
	}

}
