package dev.hyperclient.cookbook.service;

/**
 * What a request leads to.
 *
 * @param library the library after it; for a read the one before
 * @param response the answer
 */
record Outcome(Library library, Response response) {
}
