/**
 * URLs in JSON documents and descriptions, and the memory limit for reading them.
 * Internal: not for use outside of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.document;

import org.jspecify.annotations.NullMarked;
