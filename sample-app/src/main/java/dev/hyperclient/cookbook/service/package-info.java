/**
 * The example cookbook service: a real HTTP server on its own port, with everything in
 * memory. It knows nothing of the client, so that it can be a fair peer.
 */
@NullMarked
package dev.hyperclient.cookbook.service;

import org.jspecify.annotations.NullMarked;
