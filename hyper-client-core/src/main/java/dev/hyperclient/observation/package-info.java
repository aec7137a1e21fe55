/**
 * Micrometer observations and meters of the client. Only the meters need
 * {@code micrometer-core}.
 */
@NullMarked
package dev.hyperclient.observation;

import org.jspecify.annotations.NullMarked;
