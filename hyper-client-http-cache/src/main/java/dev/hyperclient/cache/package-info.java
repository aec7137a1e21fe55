/**
 * A private HTTP cache (RFC 9111): {@link dev.hyperclient.cache.HttpCache} for blocking
 * clients, {@link dev.hyperclient.cache.CacheExchangeFilterFunction} for
 * {@code WebClient}. Policies decide about reuse and storage as pure functions,
 * transactions carry the decisions out, and {@link dev.hyperclient.cache.store} keeps the
 * responses. Only the filter and its helpers refer to Reactor and {@code WebClient}.
 */
@NullMarked
package dev.hyperclient.cache;

import org.jspecify.annotations.NullMarked;
