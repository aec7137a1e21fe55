package dev.hyperclient.cache.store;

/**
 * A response and the file it was read from.
 *
 * @param response the response
 * @param identity tells this file from others of the same name
 */
record FoundFile(StoredResponse response, FileBody.Identity identity) {
}
