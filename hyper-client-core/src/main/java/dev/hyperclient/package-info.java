/**
 * Public API of the client: {@link dev.hyperclient.ServiceRoot} and its resources.
 */
@NullMarked
package dev.hyperclient;

import org.jspecify.annotations.NullMarked;
