/**
 * Texts of messages and log lines, and Java names. Internal: may change in any release.
 */
@NullMarked
package dev.hyperclient.internal.text;

import org.jspecify.annotations.NullMarked;
