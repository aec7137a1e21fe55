/**
 * Auto-configuration of the client's meters.
 */
@NullMarked
package dev.hyperclient.autoconfigure.observation;

import org.jspecify.annotations.NullMarked;
