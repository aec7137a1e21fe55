/**
 * Stores for responses: in memory, in a directory, and both. They do not depend on
 * freshness, and are the only package of this module that uses files.
 */
@NullMarked
package dev.hyperclient.cache.store;

import org.jspecify.annotations.NullMarked;
