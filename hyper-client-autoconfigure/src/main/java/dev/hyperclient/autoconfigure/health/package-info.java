/**
 * Health of services and of the HTTP cache, and its auto-configuration.
 */
@NullMarked
package dev.hyperclient.autoconfigure.health;

import org.jspecify.annotations.NullMarked;
