/**
 * A store in Redis, which several machines share.
 */
@NullMarked
package dev.hyperclient.cache.redis;

import org.jspecify.annotations.NullMarked;
