package dev.hyperclient.cache.redis;

import java.time.Duration;

/**
 * The time that the operations of a request may still wait for Redis. Not thread-safe.
 */
final class TimeBudget {

	/** A wait of this length means that Redis is unavailable. */
	private final long outage;

	private long remaining;

	/**
	 * Create a budget.
	 * @param timeout how long a request may take longer because of Redis. Waiting takes
	 * half of it, since it takes time as well to continue a thread on a busy machine
	 */
	TimeBudget(Duration timeout) {
		this(timeout.toNanos() / 3, waiting(timeout));
	}

	private TimeBudget(long outage, long remaining) {
		this.outage = outage;
		this.remaining = remaining;
	}

	/**
	 * Return a budget that has as much time as this one, and is spent separately.
	 */
	TimeBudget copy() {
		return new TimeBudget(this.outage, this.remaining);
	}

	/**
	 * Add the time of another timeout, a number of times.
	 */
	TimeBudget add(Duration timeout, long times) {
		this.remaining += times * waiting(timeout);
		return this;
	}

	/**
	 * Return the remaining time in nanoseconds, possibly zero.
	 */
	long remaining() {
		return this.remaining;
	}

	/**
	 * Whether one wait was so long that Redis counts as unavailable: not if several short
	 * ones have spent the time.
	 * @param from when the wait began, by {@link System#nanoTime}
	 */
	boolean isLong(long from) {
		return System.nanoTime() - from >= this.outage;
	}

	/**
	 * Spend time.
	 * @param from when the wait began, by {@link System#nanoTime}
	 */
	void spendSince(long from) {
		this.remaining = Math.max(0, this.remaining - (System.nanoTime() - from));
	}

	/**
	 * Spend what is left.
	 */
	void spendAll() {
		this.remaining = 0;
	}

	private static long waiting(Duration timeout) {
		return timeout.toNanos() / 2;
	}

}
