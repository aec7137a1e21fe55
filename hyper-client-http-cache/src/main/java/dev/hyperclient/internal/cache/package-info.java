/**
 * The engine of the cache. Policies decide about reuse and storage as pure functions,
 * transactions decide what is done with a response, and two drivers, for blocking and for
 * reactive clients, carry the decisions out.
 */
@NullMarked
package dev.hyperclient.internal.cache;

import org.jspecify.annotations.NullMarked;
