/**
 * What the client counts, times and observes, for Micrometer. Only the meters need
 * {@code micrometer-core}.
 */
@NullMarked
package dev.hyperclient.observation;

import org.jspecify.annotations.NullMarked;
