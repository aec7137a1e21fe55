/**
 * Actuator endpoints for services and the HTTP cache, the masking of secrets in other
 * endpoints, and their auto-configuration.
 */
@NullMarked
package dev.hyperclient.autoconfigure.endpoint;

import org.jspecify.annotations.NullMarked;
