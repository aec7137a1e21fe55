/**
 * Stores in a directory, in memory, and both. Internal to Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.store;

import org.jspecify.annotations.NullMarked;
