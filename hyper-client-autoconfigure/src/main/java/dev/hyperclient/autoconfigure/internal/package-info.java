/**
 * Parts of several auto-configurations: checks of properties, conditions that depend on
 * them, the mark of cached requests, and the interface to a store in Redis.
 */
@NullMarked
package dev.hyperclient.autoconfigure.internal;

import org.jspecify.annotations.NullMarked;
