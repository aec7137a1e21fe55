package dev.hyperclient.testservice;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that is ahead of another one by an adjustable time. Thread-safe.
 */
final class MovableClock extends Clock {

	private final Clock base;

	private final AtomicReference<Duration> ahead;

	MovableClock(Clock base) {
		this(base, new AtomicReference<>(Duration.ZERO));
	}

	private MovableClock(Clock base, AtomicReference<Duration> ahead) {
		this.base = base;
		this.ahead = ahead;
	}

	void advance(Duration duration) {
		if (duration.isNegative()) {
			throw new IllegalArgumentException("The clock cannot go back by " + duration.negated());
		}
		this.ahead.accumulateAndGet(duration, Duration::plus);
	}

	void reset() {
		this.ahead.set(Duration.ZERO);
	}

	@Override
	public ZoneId getZone() {
		return this.base.getZone();
	}

	@Override
	public Clock withZone(ZoneId zone) {
		return new MovableClock(this.base.withZone(zone), this.ahead);
	}

	@Override
	public Instant instant() {
		return this.base.instant().plus(this.ahead.get());
	}

}
