/**
 * Stores for responses: in memory, in a directory, and both. They do not depend on
 * freshness.
 */
@NullMarked
package dev.hyperclient.cache.store;

import org.jspecify.annotations.NullMarked;
