/**
 * Handling of interim (1xx) responses for Reactor Netty, whose client returns them as
 * final ones. Reactor Netty is optional. When its oldest supported version skips interim
 * responses, {@code InterimResponses} is deprecated and then removed; the exception
 * stays, since other HTTP clients may return such a response.
 */
@NullMarked
package dev.hyperclient.netty;

import org.jspecify.annotations.NullMarked;
