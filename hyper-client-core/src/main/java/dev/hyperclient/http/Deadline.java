package dev.hyperclient.http;

import java.time.Duration;

/**
 * The deadline of a call, including redirects, retries and waits. Measured by the
 * monotonic clock of the JVM, so changes of the system time have no effect. Immutable.
 */
public final class Deadline {

	/**
	 * No deadline.
	 */
	public static final Deadline NONE = new Deadline(0);

	/** A longer time in nanoseconds does not fit into a long. */
	private static final Duration MAX_TIMEOUT = Duration.ofDays(36_500);

	/** As {@link System#nanoTime()}. */
	private final long nanoTime;

	private Deadline(long nanoTime) {
		this.nanoTime = nanoTime;
	}

	/**
	 * Create the deadline after a time from now.
	 * @param timeout the time from now, positive
	 * @return the deadline
	 */
	public static Deadline after(Duration timeout) {
		return (timeout.compareTo(MAX_TIMEOUT) < 0) ? new Deadline(System.nanoTime() + timeout.toNanos()) : NONE;
	}

	/**
	 * Return whether there is a deadline.
	 * @return {@code false} for {@link #NONE} and for a time of more than a century
	 */
	public boolean bounded() {
		return this != NONE;
	}

	/**
	 * Return the remaining time.
	 * @return the time, zero or negative after the deadline; a century for {@link #NONE}
	 */
	public Duration remaining() {
		return bounded() ? Duration.ofNanos(this.nanoTime - System.nanoTime()) : MAX_TIMEOUT;
	}

}
