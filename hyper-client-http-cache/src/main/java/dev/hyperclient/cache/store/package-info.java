/**
 * Stores for responses, which do not depend on freshness, and what they contain.
 */
@NullMarked
package dev.hyperclient.cache.store;

import org.jspecify.annotations.NullMarked;
