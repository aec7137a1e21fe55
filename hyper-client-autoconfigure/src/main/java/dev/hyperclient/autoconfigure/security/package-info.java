/**
 * Auto-configuration for OAuth 2 with Spring Security.
 */
@NullMarked
package dev.hyperclient.autoconfigure.security;

import org.jspecify.annotations.NullMarked;
