/**
 * The exchange of requests and responses: redirects, cache, retries, authorization and
 * WebClient. Not for use outside of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.exchange;

import org.jspecify.annotations.NullMarked;
