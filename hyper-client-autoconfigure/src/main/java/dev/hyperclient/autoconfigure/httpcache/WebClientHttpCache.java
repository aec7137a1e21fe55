package dev.hyperclient.autoconfigure.httpcache;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.hyperclient.autoconfigure.internal.CacheMarker;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import reactor.core.publisher.Mono;

import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
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

	private final LazyClientCaching caching;

	private final Supplier<ClientHttpConnector> connector;

	/**
	 * Create an instance.
	 * @param caching decorates connectors, obtained when it is needed: a bean that it
	 * depends on may need this instance
	 * @param connector supplier of a connector with the settings of the application
	 */
	WebClientHttpCache(LazyClientCaching caching, Supplier<ClientHttpConnector> connector) {
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
		builder.clientConnector(
				isCaching(connector) ? connector : decorate(this.caching.checked(connector), this.caching.get()));
		mark(builder);
	}

	static boolean isCaching(ClientHttpConnector connector) {
		return connector instanceof CachingClientHttpConnector || connector instanceof MarkedRequestConnector;
	}

	/**
	 * Put the cache around a connector.
	 */
	static CachingClientHttpConnector decorate(ClientHttpConnector connector, ClientCaching caching) {
		return (connector instanceof CachingClientHttpConnector cached) ? cached
				: new CachingClientHttpConnector(caching.cache(), connector).withMaxBodySize(caching.maxBodySize())
					.withIdentity(caching::identity)
					.withCacheSelector(caching.selector(ClientHttpRequest::getAttributes));
	}

	/**
	 * Cache the requests of a builder whose connectors can cache.
	 */
	static void mark(WebClient.Builder builder) {
		mark(builder, "");
	}

	/**
	 * Cache the requests of an HTTP service group.
	 */
	static void mark(WebClient.Builder builder, String group) {
		builder.defaultRequest((request) -> request.attribute(CacheMarker.ATTRIBUTE, new CacheMarker(group)));
		builder.filters((filters) -> {
			filters.removeIf(Check.class::isInstance);
			filters.add(new Check());
		});
	}

	/**
	 * Undo {@link #mark}.
	 */
	static void unmark(WebClient.Builder builder) {
		builder
			.defaultRequest((request) -> request.attributes((attributes) -> attributes.remove(CacheMarker.ATTRIBUTE)));
		builder.filters((filters) -> filters.removeIf(Check.class::isInstance));
	}

	/**
	 * Return whether the builder of a client has been marked.
	 */
	static boolean isMarked(WebClient client) {
		AtomicBoolean marked = new AtomicBoolean();
		client.mutate().filters((filters) -> marked.set(filters.stream().anyMatch(Check.class::isInstance)));
		return marked.get();
	}

	/**
	 * Checks the request that a connector writes.
	 */
	private static final class Check extends LazyClientCaching.TransportCheck implements ExchangeFilterFunction {

		Check() {
			super("the WebClient has a connector of its own. Apply the cache by "
					+ "WebClientHttpCache.apply(builder, connector), or call HttpCacheTransports.exclude(builder).");
		}

		@Override
		public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
			Consumer<ClientHttpRequest> present = request.httpRequest();
			return next.exchange(ClientRequest.from(request).httpRequest((written) -> {
				check(written.getClass(), written.getURI());
				if (present != null) {
					present.accept(written);
				}
			}).build());
		}

	}

}
