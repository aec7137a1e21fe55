/**
 * The values that {@link dev.hyperclient.cache.HttpCache} takes and returns: rules and
 * settings, listeners and results, requests and responses, and its exceptions. Methods of
 * {@link dev.hyperclient.cache.HttpCacheBuilder} lead to them.
 */
@NullMarked
package dev.hyperclient.cache.api;

import org.jspecify.annotations.NullMarked;
