/**
 * Listeners and observers of calls, for metrics and tracing.
 */
@NullMarked
package dev.hyperclient.call;

import org.jspecify.annotations.NullMarked;
