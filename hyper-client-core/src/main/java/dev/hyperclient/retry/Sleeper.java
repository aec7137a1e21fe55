package dev.hyperclient.retry;

import java.time.Duration;

/**
 * Waits between two attempts. Thread-safe.
 */
@FunctionalInterface
public interface Sleeper {

	/**
	 * Lets the calling thread sleep.
	 */
	Sleeper THREAD = (time) -> Thread.sleep(time.toMillis());

	/**
	 * Waits.
	 * @param time how long, not negative
	 * @throws InterruptedException if the thread is interrupted meanwhile
	 */
	void sleep(Duration time) throws InterruptedException;

}
