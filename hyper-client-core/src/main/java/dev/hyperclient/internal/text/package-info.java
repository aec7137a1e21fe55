/**
 * Texts of messages and log lines. Internal: may change in any release.
 */
@NullMarked
package dev.hyperclient.internal.text;

import org.jspecify.annotations.NullMarked;
