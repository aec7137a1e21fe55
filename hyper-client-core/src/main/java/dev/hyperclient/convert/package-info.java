/**
 * Conversion between values of the application's own types and JSON values.
 */
@NullMarked
package dev.hyperclient.convert;

import org.jspecify.annotations.NullMarked;
