package dev.hyperclient.token;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import dev.hyperclient.retry.Sleeper;

/**
 * A clock that sleeping advances.
 */
final class PatientUser extends Clock implements Sleeper {

	final List<Duration> waits = new ArrayList<>();

	private Instant now = Instant.parse("2026-11-21T00:00:00Z");

	@Override
	public void sleep(Duration time) {
		this.waits.add(time);
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
		throw new UnsupportedOperationException();
	}

}
