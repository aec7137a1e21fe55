/**
 * Pages that use the injected {@link dev.hyperclient.ServiceRoot}, as an application with
 * the starter does.
 */
@NullMarked
package dev.hyperclient.cookbook.client;

import org.jspecify.annotations.NullMarked;
