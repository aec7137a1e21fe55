/**
 * Retries of requests after temporary failures.
 */
@NullMarked
package dev.hyperclient.retry;

import org.jspecify.annotations.NullMarked;
