package dev.hyperclient;

import java.time.Duration;

/**
 * What a check of the service found.
 *
 * @param fetched whether the client has fetched the root yet
 * @param current whether the client's copy of the root is still the service's;
 * {@code false} if there is none
 * @param resourceTypes how many types the client's copy of the description has, 0 if
 * there is none
 * @param latency how long the answer took
 */
public record ServiceStatus(boolean fetched, boolean current, int resourceTypes, Duration latency) {
}
