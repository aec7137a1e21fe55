/**
 * Tests of the starter without optional libraries.
 */
@NullMarked
package dev.hyperclient.starter;

import org.jspecify.annotations.NullMarked;
