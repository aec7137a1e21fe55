/**
 * Handling of interim (1xx) responses for Reactor Netty, whose client returns them as
 * final ones, and of failed TLS handshakes. Reactor Netty is optional.
 */
@NullMarked
package dev.hyperclient.netty;

import org.jspecify.annotations.NullMarked;
