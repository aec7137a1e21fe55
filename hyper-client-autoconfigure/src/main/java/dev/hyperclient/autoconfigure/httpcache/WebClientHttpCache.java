package dev.hyperclient.autoconfigure.httpcache;

import java.util.function.Supplier;

import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Applies the HTTP cache of the application to a {@link WebClient}. Typically used as
 * follows: <pre class="code">
 * &#064;Bean
 * MyClient myClient(WebClient.Builder builder, WebClientHttpCache httpCache) {
 *     return new MyClient(builder.apply(httpCache::apply).build());
 * }
 * </pre> A client to which the cache is applied twice has one cache. Thread-safe.
 */
public final class WebClientHttpCache {

	private final ConnectorCaching caching;

	private final Supplier<ClientHttpConnector> connector;

	/**
	 * Create an instance.
	 * @param connector supplier of a connector with the settings of the application
	 */
	WebClientHttpCache(ConnectorCaching caching, Supplier<ClientHttpConnector> connector) {
		this.caching = caching;
		this.connector = connector;
	}

	/**
	 * Apply the cache to the clients of a builder. Like {@code WebClientSsl} of Spring
	 * Boot, this replaces the connector by one with the HTTP client settings of the
	 * application; {@code WebClientSsl} may be applied after it.
	 * @param builder the builder
	 */
	public void apply(WebClient.Builder builder) {
		apply(builder, this.connector.get());
	}

	/**
	 * Apply the cache to the clients of a builder, with a connector of the caller.
	 * @param builder the builder
	 * @param connector sends the requests that the cache does not answer
	 */
	public void apply(WebClient.Builder builder, ClientHttpConnector connector) {
		builder.clientConnector(this.caching.decorate(connector));
		mark(builder);
	}

	/**
	 * Cache the requests of a builder whose connectors can cache.
	 */
	static void mark(WebClient.Builder builder) {
		builder.defaultRequest((request) -> request.attribute(CachedRequest.ATTRIBUTE, new CachedRequest()));
	}

}
