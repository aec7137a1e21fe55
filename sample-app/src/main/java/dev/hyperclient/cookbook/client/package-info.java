/**
 * What a user of the starter writes: a page on top of the injected
 * {@link dev.hyperclient.ServiceRoot}.
 */
@NullMarked
package dev.hyperclient.cookbook.client;

import org.jspecify.annotations.NullMarked;
