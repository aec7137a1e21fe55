/**
 * Auto-configuration for Spring Boot Actuator: the endpoint, and the masking of secrets
 * in other endpoints.
 */
@NullMarked
package dev.hyperclient.autoconfigure.endpoint;

import org.jspecify.annotations.NullMarked;
