/**
 * When a request that failed for the moment is sent again.
 */
@NullMarked
package dev.hyperclient.retry;

import org.jspecify.annotations.NullMarked;
