/**
 * What Spring's abstractions of HTTP clients do not show. Internal: not for use outside
 * of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.transport;

import org.jspecify.annotations.NullMarked;
