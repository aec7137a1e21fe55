/**
 * Texts of errors and logs: suggestions for misspelt names, texts of others that are safe
 * to print, content that is incomplete. Internal: not for use outside of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.error;

import org.jspecify.annotations.NullMarked;
