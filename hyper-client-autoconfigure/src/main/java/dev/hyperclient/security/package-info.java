/**
 * Authorizers that use Spring Security.
 */
@NullMarked
package dev.hyperclient.security;

import org.jspecify.annotations.NullMarked;
