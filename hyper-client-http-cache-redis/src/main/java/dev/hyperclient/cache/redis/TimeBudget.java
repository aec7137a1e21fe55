package dev.hyperclient.cache.redis;

import java.time.Duration;

/**
 * The time that the operations of a request may still wait for Redis. Not thread-safe.
 */
final class TimeBudget {

	private final long timeout;

	private long remaining;

	/**
	 * Create a budget.
	 * @param timeout how long a request may take longer because of Redis. Waiting takes
	 * four fifths of it, since it takes time as well to continue a thread
	 */
	TimeBudget(Duration timeout) {
		this.timeout = timeout.toNanos() / 5 * 4;
		this.remaining = this.timeout;
	}

	/**
	 * Add the timeout again, a number of times.
	 */
	void add(long times) {
		this.remaining += times * this.timeout;
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
