/**
 * Auto-configuration of a {@link dev.hyperclient.ServiceRoot}.
 */
@NullMarked
package dev.hyperclient.autoconfigure;

import org.jspecify.annotations.NullMarked;
