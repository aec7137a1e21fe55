package dev.hyperclient.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A clock that is set by a test.
 */
final class TestClock extends Clock {

	private volatile Instant now;

	TestClock(Instant now) {
		this.now = now;
	}

	void set(Instant instant) {
		this.now = instant;
	}

	void advance(Duration duration) {
		this.now = this.now.plus(duration);
	}

	@Override
	public Instant instant() {
		return this.now;
	}

	@Override
	public ZoneId getZone() {
		return ZoneOffset.UTC;
	}

	@Override
	public Clock withZone(ZoneId zone) {
		return this;
	}

}
