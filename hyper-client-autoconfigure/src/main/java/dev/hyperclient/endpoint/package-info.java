/**
 * What the actuator shows of services, and lets an operator do.
 */
@NullMarked
package dev.hyperclient.endpoint;

import org.jspecify.annotations.NullMarked;
