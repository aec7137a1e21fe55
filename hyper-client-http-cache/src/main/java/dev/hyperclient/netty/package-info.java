/**
 * Handling of interim (1xx) responses for Reactor Netty, whose client returns them as
 * final ones. The only package that refers to Reactor Netty and Netty, which are
 * optional.
 */
@NullMarked
package dev.hyperclient.netty;

import org.jspecify.annotations.NullMarked;
