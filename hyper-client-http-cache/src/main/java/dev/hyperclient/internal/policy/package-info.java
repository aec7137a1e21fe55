/**
 * Policies of RFC 9111 and the values that they read and return. Only pure functions of
 * their arguments may be in it: no store, no clock, no thread, no log. Internal: not for
 * use outside of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.policy;

import org.jspecify.annotations.NullMarked;
