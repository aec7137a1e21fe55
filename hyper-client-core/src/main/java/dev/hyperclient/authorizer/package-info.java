/**
 * Authorizers for requests: Basic, OAuth 1.0a, or an implementation of the application.
 */
@NullMarked
package dev.hyperclient.authorizer;

import org.jspecify.annotations.NullMarked;
