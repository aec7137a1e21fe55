package dev.hyperclient;

import java.time.Duration;

/**
 * What a check of the service found.
 *
 * @param current whether the client's copy of the root is still the service's
 * @param latency how long the answer took
 */
public record ServiceStatus(boolean current, Duration latency) {
}
