/**
 * Tests of the starter without optional libraries.
 */
@NullMarked
package dev.hyperclient.httpcache.starter;

import org.jspecify.annotations.NullMarked;
