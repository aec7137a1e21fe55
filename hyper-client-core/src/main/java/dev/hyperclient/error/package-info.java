/**
 * Typed, unchecked exceptions, each with the URL concerned.
 */
@NullMarked
package dev.hyperclient.error;

import org.jspecify.annotations.NullMarked;
