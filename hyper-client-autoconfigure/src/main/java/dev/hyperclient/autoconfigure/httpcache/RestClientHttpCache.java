package dev.hyperclient.autoconfigure.httpcache;

import java.util.List;
import java.util.function.Supplier;

import dev.hyperclient.cache.CachingClientHttpRequestFactory;

import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/**
 * Applies the HTTP cache of the application to a {@link RestClient} or
 * {@link RestTemplate}. Typically used as follows: <pre class="code">
 * &#064;Bean
 * MyClient myClient(RestClient.Builder builder, RestClientHttpCache httpCache) {
 *     return new MyClient(builder.apply(httpCache::apply).build());
 * }
 * </pre> A client to which the cache is applied twice has one cache. Thread-safe.
 */
public final class RestClientHttpCache {

	private final ClientCaching caching;

	private final Supplier<ClientHttpRequestFactory> requestFactory;

	/**
	 * Create an instance.
	 * @param requestFactory supplier of a request factory with the settings of the
	 * application
	 */
	RestClientHttpCache(ClientCaching caching, Supplier<ClientHttpRequestFactory> requestFactory) {
		this.caching = caching;
		this.requestFactory = requestFactory;
	}

	/**
	 * Apply the cache to the clients of a builder. Like {@code RestClientSsl} of Spring
	 * Boot, this replaces the request factory by one with the HTTP client settings of the
	 * application; {@code RestClientSsl} may be applied after it.
	 * @param builder the builder
	 */
	public void apply(RestClient.Builder builder) {
		apply(builder, this.requestFactory.get());
	}

	/**
	 * Apply the cache to the clients of a builder, with a request factory of the caller.
	 * @param builder the builder
	 * @param requestFactory sends the requests that the cache does not answer
	 */
	public void apply(RestClient.Builder builder, ClientHttpRequestFactory requestFactory) {
		builder.requestFactory(this.caching.decorate(requestFactory));
		mark(builder);
	}

	/**
	 * Apply the cache to a client, below its interceptors.
	 * @param client the client
	 */
	public void apply(RestTemplate client) {
		// The factory without the interceptors.
		List<ClientHttpRequestInterceptor> interceptors = List.copyOf(client.getInterceptors());
		client.setInterceptors(List.of());
		ClientHttpRequestFactory factory = client.getRequestFactory();
		client.setInterceptors(interceptors);
		if (!(factory instanceof CachingClientHttpRequestFactory)) {
			client.setRequestFactory(this.caching.decorate(factory));
		}
		client.getClientHttpRequestInitializers()
			.add((request) -> request.getAttributes().put(CachedRequest.ATTRIBUTE, new CachedRequest()));
	}

	/**
	 * Cache the requests of a builder whose request factories can cache.
	 */
	static void mark(RestClient.Builder builder) {
		builder.defaultRequest((request) -> request.attribute(CachedRequest.ATTRIBUTE, new CachedRequest()));
	}

}
