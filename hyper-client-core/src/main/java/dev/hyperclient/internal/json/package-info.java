/**
 * Reading and writing of JSON documents, with Jackson. Internal: not for use outside of
 * Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.json;

import org.jspecify.annotations.NullMarked;
