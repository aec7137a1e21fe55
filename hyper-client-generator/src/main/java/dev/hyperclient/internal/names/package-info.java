/**
 * Names and literals of Java for texts of a service. Internal: may change in any release.
 */
@NullMarked
package dev.hyperclient.internal.names;

import org.jspecify.annotations.NullMarked;
