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
		this(timeout.toNanos() / 5 * 4);
	}

	private TimeBudget(long timeout) {
		this.timeout = timeout;
		this.remaining = timeout;
	}

	/**
	 * Return a budget that has half of the time of this one, and is spent separately.
	 */
	TimeBudget half() {
		return new TimeBudget(this.remaining / 2);
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

	/**
	 * Spend what is left.
	 */
	void spendAll() {
		this.remaining = 0;
	}

}
