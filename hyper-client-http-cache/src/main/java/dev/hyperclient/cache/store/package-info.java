/**
 * Where the cache keeps what it stores: bytes under keys. Knows nothing of freshness, and
 * is the only place of the client that touches files.
 */
@NullMarked
package dev.hyperclient.cache.store;

import org.jspecify.annotations.NullMarked;
