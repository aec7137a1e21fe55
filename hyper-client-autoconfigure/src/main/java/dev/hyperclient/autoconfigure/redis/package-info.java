/**
 * The interface for stores in Redis, whose auto-configuration is in a module of its own.
 */
@NullMarked
package dev.hyperclient.autoconfigure.redis;

import org.jspecify.annotations.NullMarked;
