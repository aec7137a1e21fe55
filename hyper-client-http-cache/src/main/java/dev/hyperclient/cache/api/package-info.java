/**
 * Values that a cache, its clients and applications share: requests and responses,
 * settings, results and listeners.
 */
@NullMarked
package dev.hyperclient.cache.api;

import org.jspecify.annotations.NullMarked;
