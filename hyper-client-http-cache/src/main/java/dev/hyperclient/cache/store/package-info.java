/**
 * Stores for responses, and the types that they contain. They do not depend on freshness.
 */
@NullMarked
package dev.hyperclient.cache.store;

import org.jspecify.annotations.NullMarked;
