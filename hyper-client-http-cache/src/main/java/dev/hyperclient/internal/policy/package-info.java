/**
 * Policies of RFC 9111 and the values that they read and return. Only functions of their
 * arguments may be in it: no store, no clock, no thread, no log. Exceptions are the
 * random key of an {@code IdentityKey}, and {@code HiddenCredentials}, which an adapter
 * answers. Internal: not for use outside of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.policy;

import org.jspecify.annotations.NullMarked;
