/**
 * Waiting for other threads. Internal: not for use outside of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.concurrent;

import org.jspecify.annotations.NullMarked;
