/**
 * Meters of the HTTP cache. The only package that refers to Micrometer's meters.
 */
@NullMarked
package dev.hyperclient.cache.micrometer;

import org.jspecify.annotations.NullMarked;
