/**
 * The health of services, for the actuator.
 */
@NullMarked
package dev.hyperclient.health;

import org.jspecify.annotations.NullMarked;
