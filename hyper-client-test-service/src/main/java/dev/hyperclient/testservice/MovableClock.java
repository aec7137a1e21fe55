package dev.hyperclient.testservice;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that tests move, for example the clock of an HTTP cache, to make its responses
 * stale. Thread-safe.
 */
public final class MovableClock extends Clock {

	private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");

	private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

	private static final String FOUR_DIGITS = "dates in HTTP have a year of four digits, from 0001 to 9999";

	private final Clock base;

	private final AtomicReference<Duration> ahead;

	/**
	 * Create a clock that shows the system time until it is moved, and goes on from the
	 * time to which it is moved.
	 */
	public MovableClock() {
		this(Clock.systemUTC());
	}

	/**
	 * Create a clock that stands still unless it is moved.
	 * @param now the time that it shows
	 */
	public MovableClock(Instant now) {
		this(Clock.fixed(now, ZoneOffset.UTC));
	}

	MovableClock(Clock base) {
		this(base, new AtomicReference<>(Duration.ZERO));
	}

	private MovableClock(Clock base, AtomicReference<Duration> ahead) {
		this.base = base;
		this.ahead = ahead;
	}

	/**
	 * Move the clock forward.
	 * @param duration the time
	 * @throws IllegalArgumentException if the time is negative, or if the clock would
	 * show a time after the year 9999
	 */
	public void advance(Duration duration) {
		if (duration.isNegative()) {
			throw new IllegalArgumentException("The clock cannot go back by " + duration.negated());
		}
		this.ahead.updateAndGet((ahead) -> moved(ahead, duration));
	}

	private Duration moved(Duration ahead, Duration duration) {
		Instant now = this.base.instant();
		if (duration.compareTo(Duration.between(now, LATEST).minus(ahead)) > 0) {
			throw new IllegalArgumentException(
					"The clock cannot go on by %s from %s: %s".formatted(duration, now.plus(ahead), FOUR_DIGITS));
		}
		return ahead.plus(duration);
	}

	/**
	 * Set the clock, forward or back.
	 * @param now the time that it shows now
	 * @throws IllegalArgumentException if it is before the year 1 or after the year 9999
	 */
	public void set(Instant now) {
		if (now.isBefore(EARLIEST) || now.isAfter(LATEST)) {
			throw new IllegalArgumentException("The clock cannot show " + now + ": " + FOUR_DIGITS);
		}
		this.ahead.set(Duration.between(this.base.instant(), now));
	}

	/**
	 * Show the same time as if the clock had never been moved.
	 */
	public void reset() {
		this.ahead.set(Duration.ZERO);
	}

	@Override
	public ZoneId getZone() {
		return this.base.getZone();
	}

	/**
	 * Return a clock with another time zone that is moved together with this one.
	 */
	@Override
	public Clock withZone(ZoneId zone) {
		return new MovableClock(this.base.withZone(zone), this.ahead);
	}

	@Override
	public Instant instant() {
		return this.base.instant().plus(this.ahead.get());
	}

}
