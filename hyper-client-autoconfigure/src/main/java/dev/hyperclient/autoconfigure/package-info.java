/**
 * Auto-configuration for {@link dev.hyperclient.ServiceRoot}s, with the failure analyzers
 * of their start.
 */
@NullMarked
package dev.hyperclient.autoconfigure;

import org.jspecify.annotations.NullMarked;
