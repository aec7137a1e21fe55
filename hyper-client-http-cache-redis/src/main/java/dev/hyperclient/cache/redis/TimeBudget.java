package dev.hyperclient.cache.redis;

import java.time.Duration;

/**
 * The time that the operations of a request may still wait for Redis. Not thread-safe.
 */
final class TimeBudget {

	private long remaining;

	/**
	 * Create a budget.
	 * @param timeout how long a request may take longer because of Redis. Waiting takes
	 * four fifths of it, since it takes time as well to continue a thread
	 */
	TimeBudget(Duration timeout) {
		this(waiting(timeout));
	}

	private TimeBudget(long remaining) {
		this.remaining = remaining;
	}

	/**
	 * Return a budget that has half of the time of this one, and is spent separately.
	 */
	TimeBudget half() {
		return new TimeBudget(this.remaining / 2);
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
		return timeout.toNanos() / 5 * 4;
	}

}
