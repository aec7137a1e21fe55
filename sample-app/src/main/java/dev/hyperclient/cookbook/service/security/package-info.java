/**
 * A guard that requires OAuth 1.0a authentication, with Spring Security's tokens and
 * exceptions. It is independent of the cookbook service and of the HTTP server. Spring
 * Security's filter chains are not used, because the server sends reason phrases of its
 * own. {@link dev.hyperclient.cookbook.service.security.OAuthGuard} takes a realm, a
 * function of consumer, token and parameters, and a store of consumers and tokens.
 */
@NullMarked
package dev.hyperclient.cookbook.service.security;

import org.jspecify.annotations.NullMarked;
