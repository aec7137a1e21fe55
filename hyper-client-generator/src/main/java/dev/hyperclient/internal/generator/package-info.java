/**
 * Generates typed clients from the description of a service, for the main class, the
 * Maven plugin and the explorer. Internal: may change in any release.
 */
@NullMarked
package dev.hyperclient.internal.generator;

import org.jspecify.annotations.NullMarked;
