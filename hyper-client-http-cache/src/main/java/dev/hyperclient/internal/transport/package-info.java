/**
 * HTTP clients below the abstractions of Spring. Code is here, and only here, if it
 * depends on which HTTP client sends a request, or works around a fault of one; it knows
 * nothing of caches and services.
 * {@link dev.hyperclient.internal.transport.ObservedClient} and its
 * {@link dev.hyperclient.internal.transport.ObservedExchange} for each request are used
 * by the adapters of the cache and by the exchange of a service; the other types are not
 * visible. Internal: not for use outside of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.transport;

import org.jspecify.annotations.NullMarked;
