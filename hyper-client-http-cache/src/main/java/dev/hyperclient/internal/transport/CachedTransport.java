package dev.hyperclient.internal.transport;

/**
 * A request factory or connector that sends some requests by the cache. A cache around it
 * replaces that cache.
 *
 * @param <T> the type of the transport
 */
public interface CachedTransport<T> {

	/**
	 * Return the transport without a cache.
	 */
	T uncached();

}
