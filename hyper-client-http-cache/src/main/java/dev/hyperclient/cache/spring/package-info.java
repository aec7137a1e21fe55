/**
 * Adapters of the cache for the clients of Spring:
 * {@link dev.hyperclient.cache.spring.CachingClientHttpRequestFactory} for
 * {@code RestClient}, {@code RestTemplate} and HTTP service clients, and
 * {@link dev.hyperclient.cache.spring.CachingClientHttpConnector} for {@code WebClient}.
 * Only the connector and its parts refer to Reactor and {@code WebClient}.
 */
@NullMarked
package dev.hyperclient.cache.spring;

import org.jspecify.annotations.NullMarked;
