/**
 * The main class of the generator of typed clients.
 */
@NullMarked
package dev.hyperclient.generator;

import org.jspecify.annotations.NullMarked;
