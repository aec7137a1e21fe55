/**
 * Measurements.
 */
@NullMarked
package dev.hyperclient.benchmarks;

import org.jspecify.annotations.NullMarked;
