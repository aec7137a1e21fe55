/**
 * Auto-configuration of the actuator's endpoint.
 */
@NullMarked
package dev.hyperclient.autoconfigure.endpoint;

import org.jspecify.annotations.NullMarked;
