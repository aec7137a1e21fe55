/**
 * What typed clients and converters need to know of entries. Internal: may change in any
 * release.
 */
@NullMarked
package dev.hyperclient.internal.entry;

import org.jspecify.annotations.NullMarked;
