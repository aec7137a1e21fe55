/**
 * Auto-configuration for the health of services.
 */
@NullMarked
package dev.hyperclient.autoconfigure.health;

import org.jspecify.annotations.NullMarked;
