/**
 * A page that reads 200 recipes of a second, slow service with different settings, and
 * compares requests and time.
 */
@NullMarked
package dev.hyperclient.cookbook.library;

import org.jspecify.annotations.NullMarked;
