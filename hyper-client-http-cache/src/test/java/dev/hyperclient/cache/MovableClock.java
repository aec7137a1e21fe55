package dev.hyperclient.cache;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A clock that tests advance.
 */
final class MovableClock extends Clock {

	private volatile Instant now = Fields.NOW;

	void advance(Duration time) {
		this.now = this.now.plus(time);
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
