package dev.hyperclient.retry;

import java.time.Duration;

/**
 * Waits between two attempts. Thread-safe.
 */
@FunctionalInterface
public interface Sleeper {

	/**
	 * Suspends the calling thread.
	 */
	Sleeper THREAD = (time) -> Thread.sleep(time.toMillis());

	/**
	 * Wait for a time.
	 * @param time the time, not negative
	 * @throws InterruptedException if the thread is interrupted
	 */
	void sleep(Duration time) throws InterruptedException;

}
