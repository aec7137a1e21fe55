package dev.hyperclient.http;

import java.time.Duration;

/**
 * The deadline of a call, including redirects, retries and waits. Measured by the
 * monotonic clock of the JVM, so changes of the system time have no effect. Immutable.
 *
 * @param nanoTime the time of the deadline, as {@link System#nanoTime()}
 * @param bounded whether there is a deadline
 */
public record Deadline(long nanoTime, boolean bounded) {

	/**
	 * No deadline.
	 */
	public static final Deadline NONE = new Deadline(0, false);

	/** A longer time in nanoseconds does not fit into a long. */
	private static final Duration MAX_TIMEOUT = Duration.ofDays(36_500);

	/**
	 * Create the deadline that is a certain time from now.
	 * @param timeout the time from now, positive
	 * @return the deadline
	 */
	public static Deadline after(Duration timeout) {
		return (timeout.compareTo(MAX_TIMEOUT) < 0) ? new Deadline(System.nanoTime() + timeout.toNanos(), true) : NONE;
	}

	/**
	 * Return the remaining time. Only for a {@link #bounded()} deadline.
	 * @return the time, zero or negative after the deadline
	 */
	public Duration remaining() {
		return Duration.ofNanos(this.nanoTime - System.nanoTime());
	}

}
