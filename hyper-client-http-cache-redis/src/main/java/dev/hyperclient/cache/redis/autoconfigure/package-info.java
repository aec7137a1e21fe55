/**
 * Auto-configuration for caches in the Redis of the application.
 */
@NullMarked
package dev.hyperclient.cache.redis.autoconfigure;

import org.jspecify.annotations.NullMarked;
