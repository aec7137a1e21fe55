/**
 * Values of HTTP: header fields in little memory, which of them a medium may keep, their
 * coding in lines, origins and hosts of URLs. Nothing in it does input or output.
 * Internal: not for use outside of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.http;

import org.jspecify.annotations.NullMarked;
