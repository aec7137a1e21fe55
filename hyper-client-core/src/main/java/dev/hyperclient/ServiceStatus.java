package dev.hyperclient;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The result of {@link ServiceRoot#validate}.
 *
 * @param fetched whether the client has fetched the root yet
 * @param current whether the fetched root is still current; {@code false} if it was not
 * fetched
 * @param validated when the client last fetched the root or found it current, other than
 * by this check; empty if it was not fetched
 * @param resourceTypes number of resource types of the description, 0 if it was not
 * fetched
 * @param latency time until the response was received
 */
public record ServiceStatus(boolean fetched, boolean current, Optional<Instant> validated, int resourceTypes,
		Duration latency) {
}
