/**
 * Guards that stand before an application and let requests in or refuse them, with Basic
 * or OAuth 1.0a. They know nothing of the application behind them, nor of the server
 * before them: a {@link dev.hyperclient.cookbook.service.security.GuardedRequest} comes
 * in, an {@link dev.hyperclient.cookbook.service.security.Admission} goes out.
 * <ul>
 * <li>{@link dev.hyperclient.cookbook.service.security.BasicGuard} is given a function of
 * user name and password.
 * <li>{@link dev.hyperclient.cookbook.service.security.OAuthGuard} is given a realm, a
 * function of consumer, token and parameters, and a store of consumers and tokens.
 * </ul>
 * Spring Security's core does the authentication: its manager, providers and tokens. Its
 * filter chains are for servers that cannot send a reason phrase, so they are left out.
 */
@NullMarked
package dev.hyperclient.cookbook.service.security;

import org.jspecify.annotations.NullMarked;
