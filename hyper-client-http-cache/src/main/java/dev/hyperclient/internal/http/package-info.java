/**
 * Values of HTTP: header fields in little memory, origins and hosts of URLs. Nothing in
 * it decides, reads or writes. Internal: not for use outside of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.http;

import org.jspecify.annotations.NullMarked;
