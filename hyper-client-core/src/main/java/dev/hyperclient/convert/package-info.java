/**
 * Values of the application's own types: into what is sent, and out of what was received.
 */
@NullMarked
package dev.hyperclient.convert;

import org.jspecify.annotations.NullMarked;
