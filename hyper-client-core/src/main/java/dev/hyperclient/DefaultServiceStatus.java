package dev.hyperclient;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The only implementation of {@link ServiceStatus}.
 *
 * @param fetched whether the root was fetched before
 * @param current whether it is still current
 * @param validated when it was last fetched or validated
 * @param resourceTypes the number of resource types
 * @param latency the time until the response
 */
record DefaultServiceStatus(boolean fetched, boolean current, Optional<Instant> validated, int resourceTypes,
		Duration latency) implements ServiceStatus {

}
