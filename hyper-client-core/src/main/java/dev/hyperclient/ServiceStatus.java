package dev.hyperclient;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The result of {@link ServiceRoot#validate}. Only the library implements it. Immutable.
 */
public interface ServiceStatus {

	/**
	 * Return whether the client has fetched the root yet.
	 * @return whether it was fetched before this check
	 */
	boolean fetched();

	/**
	 * Return whether the fetched root is still current.
	 * @return whether it is current; {@code false} if it was not fetched
	 */
	boolean current();

	/**
	 * Return the time at which the client last fetched the root or found it current, not
	 * counting this check.
	 * @return the time, empty if the root was not fetched
	 */
	Optional<Instant> validated();

	/**
	 * Return the number of resource types of the description.
	 * @return the number, 0 if the root was not fetched
	 */
	int resourceTypes();

	/**
	 * Return the time until the response was received.
	 * @return the time
	 */
	Duration latency();

}
