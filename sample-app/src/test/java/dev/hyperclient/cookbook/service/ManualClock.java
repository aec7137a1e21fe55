package dev.hyperclient.cookbook.service;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A clock that only tests advance.
 */
final class ManualClock extends Clock {

	private volatile Instant now = Instant.parse("2026-01-01T12:00:00Z");

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
