/**
 * Properties that enable a part of the auto-configuration. Requires neither the client of
 * services nor the HTTP cache.
 */
@NullMarked
package dev.hyperclient.autoconfigure.internal;

