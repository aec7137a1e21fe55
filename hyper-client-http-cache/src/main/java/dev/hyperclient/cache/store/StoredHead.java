package dev.hyperclient.cache.store;

import org.jspecify.annotations.Nullable;

/**
 * What stands before the content in a file.
 *
 * @param response the response, without its content
 * @param bodyOffset where the content begins
 * @param bodyLength the length of the content
 * @param bodyChecksum the CRC32C of the content, or {@code null} if the file does not
 * tell it
 */
record StoredHead(StoredResponse response, int bodyOffset, long bodyLength, @Nullable Integer bodyChecksum) {
}
