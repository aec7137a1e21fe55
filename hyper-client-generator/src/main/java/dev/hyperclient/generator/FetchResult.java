package dev.hyperclient.generator;

/**
 * What a fetch did.
 *
 * @param written whether the file was written, since it was missing or differed
 * @param resourceTypes the number of resource types of the description
 */
public record FetchResult(boolean written, int resourceTypes) {

}
