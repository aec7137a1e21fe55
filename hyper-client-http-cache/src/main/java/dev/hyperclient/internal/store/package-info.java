/**
 * Stores. {@code FileResponseStore} is over a {@code StoreDirectory}:
 * {@code StoredFileName} names files, {@code FileResponseWriter} writes and
 * {@code ResponseFile} reads {@code StoredResponseFormat}, {@code DirectoryUsage} keeps
 * limits, {@code GroupRemoval} removes groups. {@code MemoryResponseStore} and
 * {@code TieredResponseStore} are over {@code BoundedResponses}. Stores know keys and
 * responses, but neither requests nor variants. Internal: not for use outside of Hyper
 * Client.
 */
@NullMarked
package dev.hyperclient.internal.store;

import org.jspecify.annotations.NullMarked;
