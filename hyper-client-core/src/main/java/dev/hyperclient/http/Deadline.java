package dev.hyperclient.http;

import java.time.Duration;

/**
 * The moment by which a call must be over, redirects, retries and waits included.
 * Measured on the monotonic clock of this JVM, so that a change of the wall clock neither
 * shortens nor lengthens a call. Immutable.
 *
 * @param nanoTime the moment, in the terms of {@link System#nanoTime()}
 * @param bounded whether there is such a moment at all
 */
public record Deadline(long nanoTime, boolean bounded) {

	/**
	 * No end: the call may take as long as it takes.
	 */
	public static final Deadline NONE = new Deadline(0, false);

	/** Beyond this, nanoseconds do not fit into a long. */
	private static final Duration FOREVER = Duration.ofDays(36_500);

	/**
	 * The moment that is a certain time from now.
	 * @param timeout the time from now, positive
	 * @return the deadline
	 */
	public static Deadline after(Duration timeout) {
		return (timeout.compareTo(FOREVER) < 0) ? new Deadline(System.nanoTime() + timeout.toNanos(), true) : NONE;
	}

	/**
	 * The time that is left: zero or negative once the moment has passed. Only for a
	 * {@link #bounded()} deadline.
	 * @return the time left
	 */
	public Duration remaining() {
		return Duration.ofNanos(this.nanoTime - System.nanoTime());
	}

}
