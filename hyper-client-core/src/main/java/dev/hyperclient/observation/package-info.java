/**
 * What the client counts: the only place that knows Micrometer.
 */
@NullMarked
package dev.hyperclient.observation;

import org.jspecify.annotations.NullMarked;
