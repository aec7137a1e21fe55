package dev.hyperclient.cache.redis;

import java.time.Duration;

/**
 * The time that an operation may still wait for Redis. Not thread-safe.
 */
final class TimeBudget {

	private final long total;

	private long remaining;

	TimeBudget(Duration total) {
		this.total = total.toNanos();
		this.remaining = this.total;
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
		return 2 * (System.nanoTime() - from) >= this.total;
	}

	/**
	 * Spend time.
	 * @param from when the wait began, by {@link System#nanoTime}
	 */
	void spendSince(long from) {
		this.remaining = Math.max(0, this.remaining - (System.nanoTime() - from));
	}

}
