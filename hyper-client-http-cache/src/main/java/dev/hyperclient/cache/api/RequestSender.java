package dev.hyperclient.cache.api;

/**
 * Sends a request and waits for the response: an HTTP client, or a cache
 * {@link dev.hyperclient.cache.HttpCache#around around} one. Implementations must be
 * thread-safe, and may block.
 */
@FunctionalInterface
public interface RequestSender {

	/**
	 * Send a request.
	 * @param request the request
	 * @return the response, of any status. A streamed body must be read or closed
	 * @throws java.io.UncheckedIOException if there is no response; an exception with an
	 * {@link java.io.IOException} as its cause means the same
	 */
	CacheResponse exchange(CacheRequest request);

}
