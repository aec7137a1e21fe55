/**
 * Texts of messages and log lines, and names of links. Internal: may change in any
 * release.
 */
@NullMarked
package dev.hyperclient.internal.text;

import org.jspecify.annotations.NullMarked;
