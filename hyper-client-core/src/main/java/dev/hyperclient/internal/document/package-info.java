/**
 * What JSON documents and descriptions have in common: the URLs that they contain and the
 * memory that reading them may take. Not for use outside of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.document;

import org.jspecify.annotations.NullMarked;
