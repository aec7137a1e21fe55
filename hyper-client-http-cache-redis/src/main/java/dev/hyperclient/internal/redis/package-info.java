/**
 * What the auto-configuration of the store in Redis shares with the store.
 */
@NullMarked
package dev.hyperclient.internal.redis;

import org.jspecify.annotations.NullMarked;
