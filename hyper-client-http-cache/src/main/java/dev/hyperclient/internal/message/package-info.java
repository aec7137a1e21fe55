/**
 * Parts of messages: the closest known name, the text for incomplete content, and texts
 * of others that are safe to print.
 */
@NullMarked
package dev.hyperclient.internal.message;

import org.jspecify.annotations.NullMarked;
