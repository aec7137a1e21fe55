/**
 * Guards that require Basic or OAuth 1.0a authentication, based on Spring Security's
 * authentication manager, providers and tokens. They are independent of the cookbook
 * service and of the HTTP server. Spring Security's filter chains are not used, because
 * the server sends reason phrases of its own.
 * <ul>
 * <li>{@link dev.hyperclient.cookbook.service.security.BasicGuard} takes a function of
 * user name and password.
 * <li>{@link dev.hyperclient.cookbook.service.security.OAuthGuard} takes a realm, a
 * function of consumer, token and parameters, and a store of consumers and tokens.
 * </ul>
 */
@NullMarked
package dev.hyperclient.cookbook.service.security;

import org.jspecify.annotations.NullMarked;
