/**
 * Health of services for Spring Boot Actuator.
 */
@NullMarked
package dev.hyperclient.health;

import org.jspecify.annotations.NullMarked;
