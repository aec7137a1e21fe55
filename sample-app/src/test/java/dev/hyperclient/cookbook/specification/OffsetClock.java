package dev.hyperclient.cookbook.specification;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * The system clock with an offset that tests advance.
 */
final class OffsetClock extends Clock {

	private volatile Duration offset = Duration.ZERO;

	void advance(Duration time) {
		this.offset = this.offset.plus(time);
	}

	@Override
	public Instant instant() {
		return Instant.now().plus(this.offset);
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
