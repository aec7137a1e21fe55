/**
 * Access of the modules of this version to what public types hide. Internal: may change
 * in any release.
 */
@NullMarked
package dev.hyperclient.internal.access;

import org.jspecify.annotations.NullMarked;
