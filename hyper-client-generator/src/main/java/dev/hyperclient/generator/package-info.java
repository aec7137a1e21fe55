/**
 * Generates typed clients from the description of a service.
 */
@NullMarked
package dev.hyperclient.generator;

import org.jspecify.annotations.NullMarked;
