package dev.hyperclient.autoconfigure.httpcache;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Removes the HTTP cache from builders that Spring Boot has configured, for clients that
 * must not be cached, or to change a setting of a certain HTTP client. Thread-safe if the
 * builders are.
 */
public final class HttpCacheTransports {

	private HttpCacheTransports() {
	}

	/**
	 * Return a builder of request factories without the cache.
	 * @param builder a builder, such as the bean of the application
	 * @return the builder without the cache, or the same builder if it has none
	 */
	public static ClientHttpRequestFactoryBuilder<?> uncachedRequestFactoryBuilder(
			ClientHttpRequestFactoryBuilder<?> builder) {
		return (builder instanceof MarkedRequestFactory.Builder caching) ? caching.delegate() : builder;
	}

	/**
	 * Return a builder of connectors without the cache.
	 * @param builder a builder, such as the bean of the application
	 * @return the builder without the cache, or the same builder if it has none
	 */
	public static ClientHttpConnectorBuilder<?> uncachedConnectorBuilder(ClientHttpConnectorBuilder<?> builder) {
		return (builder instanceof MarkedRequestConnector.Builder caching) ? caching.delegate() : builder;
	}

	/**
	 * Keep the requests of a builder out of the cache, even if its request factory can
	 * cache.
	 * @param builder the builder
	 */
	public static void exclude(RestClient.Builder builder) {
		RestClientHttpCache.unmark(builder);
	}

	/**
	 * Keep the requests of a builder out of the cache, even if its connector can cache.
	 * @param builder the builder
	 */
	public static void exclude(WebClient.Builder builder) {
		WebClientHttpCache.unmark(builder);
	}

}
