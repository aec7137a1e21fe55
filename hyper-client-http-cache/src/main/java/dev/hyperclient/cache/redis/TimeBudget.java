package dev.hyperclient.cache.redis;

import java.time.Duration;

/**
 * The time that an operation may still wait for Redis. Not thread-safe.
 */
final class TimeBudget {

	private long remaining;

	TimeBudget(Duration total) {
		this.remaining = total.toNanos();
	}

	/**
	 * Return the remaining time in nanoseconds, possibly zero.
	 */
	long remaining() {
		return this.remaining;
	}

	/**
	 * Spend time.
	 * @param from when the wait began, by {@link System#nanoTime}
	 */
	void spendSince(long from) {
		this.remaining = Math.max(0, this.remaining - (System.nanoTime() - from));
	}

}
