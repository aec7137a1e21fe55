/**
 * A private HTTP cache (RFC 9111): {@link dev.hyperclient.cache.HttpCache}, with
 * {@link dev.hyperclient.cache.CachingClientHttpRequestFactory} for {@code RestClient}
 * and {@code RestTemplate}, and {@link dev.hyperclient.cache.CachingClientHttpConnector}
 * for {@code WebClient}. Policies decide about reuse and storage as pure functions,
 * transactions carry the decisions out, and {@link dev.hyperclient.cache.store} keeps the
 * responses. Only the connector and its parts refer to Reactor and {@code WebClient}.
 */
@NullMarked
package dev.hyperclient.cache;

import org.jspecify.annotations.NullMarked;
