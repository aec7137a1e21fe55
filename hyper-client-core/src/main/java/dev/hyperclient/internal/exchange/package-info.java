/**
 * The way of a request to the wire and back. Not for use outside of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.exchange;

import org.jspecify.annotations.NullMarked;
