/**
 * Auto-configuration for caches in Redis. The only package that uses Redis.
 */
@NullMarked
package dev.hyperclient.autoconfigure.redis;

import org.jspecify.annotations.NullMarked;
