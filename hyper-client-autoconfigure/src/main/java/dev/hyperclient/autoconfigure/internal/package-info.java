/**
 * Checks of properties, and conditions that depend on them. Requires neither the client
 * of services nor the HTTP cache.
 */
@NullMarked
package dev.hyperclient.autoconfigure.internal;

import org.jspecify.annotations.NullMarked;
