/**
 * The example cookbook service: a real HTTP server on its own port, with everything in
 * memory. It knows nothing of the client, so that it can be a fair peer.
 * <ul>
 * <li>{@link dev.hyperclient.cookbook.service.CookbookService} is what an application
 * holds. It joins the three parts below.
 * <li>On the wire: {@code HttpFrontend} turns requests into values and values into
 * answers; {@code GuardedRequestHandler} has them checked, as the package
 * {@code security} knows how to; {@code RequestHandler} and {@code Router} find the
 * {@code Resource}; resources are plain functions from a request and a library to an
 * answer and the next library.
 * <li>The description: {@code ServiceDescription} and the three types it names. The WADL
 * document, the JSON, and the checks of what clients send are all made from it.
 * <li>The data: {@code CookbookStore} holds one immutable {@code Library} at a time.
 * </ul>
 */
@NullMarked
package dev.hyperclient.cookbook.service;

import org.jspecify.annotations.NullMarked;
