/**
 * A store in Redis, which several machines share. The only package of this module that
 * uses Redis.
 */
@NullMarked
package dev.hyperclient.cache.redis;

import org.jspecify.annotations.NullMarked;
