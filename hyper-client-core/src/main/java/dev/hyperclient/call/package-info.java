/**
 * Who is told of calls, for counting and tracing.
 */
@NullMarked
package dev.hyperclient.call;

import org.jspecify.annotations.NullMarked;
