/**
 * Auto-configuration for meters and observations.
 */
@NullMarked
package dev.hyperclient.autoconfigure.observation;

import org.jspecify.annotations.NullMarked;
