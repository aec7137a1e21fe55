/**
 * The client's own request and response: what travels through the exchange and what the
 * cache works on.
 */
@NullMarked
package dev.hyperclient.http;

import org.jspecify.annotations.NullMarked;
