/**
 * What can go wrong, as typed, unchecked exceptions that name the URL concerned.
 */
@NullMarked
package dev.hyperclient.error;

import org.jspecify.annotations.NullMarked;
