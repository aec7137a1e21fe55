package dev.hyperclient.internal.generator;

/**
 * Result of a fetch.
 *
 * @param written whether the file was written, since it was missing or differed
 * @param resourceTypes the number of resource types of the description
 */
public record FetchResult(boolean written, int resourceTypes) {

}
