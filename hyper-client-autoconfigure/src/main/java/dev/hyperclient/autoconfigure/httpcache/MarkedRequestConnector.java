package dev.hyperclient.autoconfigure.httpcache;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.hyperclient.autoconfigure.internal.CacheMarker;
import dev.hyperclient.internal.transport.ObservedClient;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.AbstractClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.util.function.SingletonSupplier;

/**
 * A connector that sends requests with the attribute {@link CacheMarker} by the cache,
 * and all others as if there was none. Thread-safe.
 */
final class MarkedRequestConnector
		implements ClientHttpConnector, ObservedClient.Cached<ClientHttpConnector>, Closeable {

	private final ClientHttpConnector uncached;

	private final SingletonSupplier<ClientHttpConnector> caching;

	/** What {@link #caching} has supplied, to close it. */
	private volatile @Nullable ClientHttpConnector created;

	/**
	 * Create a connector.
	 * @param uncached sends the requests without the attribute
	 * @param caching supplier of the connector that sends those with it, called once, for
	 * the first of them
	 */
	MarkedRequestConnector(ClientHttpConnector uncached, Supplier<ClientHttpConnector> caching) {
		this.uncached = uncached;
		this.caching = SingletonSupplier.of(() -> this.created = caching.get());
	}

	@Override
	public ClientHttpConnector uncached() {
		return this.uncached;
	}

	@Override
	public Mono<ClientHttpResponse> connect(HttpMethod method, URI uri,
			Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
		ClientHttpConnector chosen = AttributesRequest.isMarked(method, uri, requestCallback) ? this.caching.obtain()
				: this.uncached;
		return chosen.connect(method, uri, requestCallback);
	}

	@Override
	public void close() throws IOException {
		try {
			if (this.created instanceof Closeable closeable) {
				closeable.close();
			}
		}
		finally {
			if (this.uncached instanceof Closeable closeable) {
				closeable.close();
			}
		}
	}

	/**
	 * A request that is written as far as its attributes. {@code WebClient} writes them
	 * before it calls a consumer or reads the body, so these run only once.
	 */
	private static final class AttributesRequest extends AbstractClientHttpRequest {

		private final HttpMethod method;

		private final URI uri;

		private final Map<String, Object> attributes = new HashMap<>() {

			private static final long serialVersionUID = 1L;

			@Override
			public void putAll(Map<? extends String, ?> added) {
				super.putAll(added);
				throw new WrittenException();
			}

		};

		private AttributesRequest(HttpMethod method, URI uri) {
			this.method = method;
			this.uri = uri;
		}

		static boolean isMarked(HttpMethod method, URI uri,
				Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
			AttributesRequest request = new AttributesRequest(method, uri);
			try {
				requestCallback.apply(request);
			}
			catch (WrittenException ex) {
				// The attributes are known.
			}
			catch (RuntimeException ex) {
				// The HTTP client calls the callback again, and reports it.
				return false;
			}
			return CacheMarker.of(request.attributes) != null;
		}

		@Override
		public HttpMethod getMethod() {
			return this.method;
		}

		@Override
		public URI getURI() {
			return this.uri;
		}

		@Override
		public Map<String, Object> getAttributes() {
			return this.attributes;
		}

		@Override
		public <T> T getNativeRequest() {
			throw new WrittenException();
		}

		@Override
		public DataBufferFactory bufferFactory() {
			throw new WrittenException();
		}

		@Override
		public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
			throw new WrittenException();
		}

		@Override
		public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
			throw new WrittenException();
		}

		@Override
		public Mono<Void> setComplete() {
			throw new WrittenException();
		}

		@Override
		protected void applyHeaders() {
		}

		@Override
		protected void applyCookies() {
		}

	}

	/**
	 * The attributes of a request are known. Never leaves this class.
	 */
	private static final class WrittenException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		WrittenException() {
			super(null, null, false, false);
		}

	}

	/**
	 * A builder whose connectors can cache. For cached requests, redirects are followed
	 * above the cache, which would otherwise store the last response under the first URL.
	 *
	 * @param delegate builds the connector of the HTTP client
	 * @param caching what decorates it, obtained for the first request that is to be
	 * cached: a bean that it depends on may need the builder
	 */
	record Builder(ClientHttpConnectorBuilder<?> delegate,
			LazyClientCaching caching) implements ClientHttpConnectorBuilder<ClientHttpConnector> {

		@Override
		public ClientHttpConnector build(@Nullable HttpClientSettings settings) {
			ClientHttpConnector uncached = this.caching.build(this.delegate::build, settings);
			return new MarkedRequestConnector(uncached, () -> cached(settings, uncached));
		}

		private ClientHttpConnector cached(@Nullable HttpClientSettings settings, ClientHttpConnector uncached) {
			HttpClientSettings own = (settings != null) ? settings : HttpClientSettings.defaults();
			if (own.redirects() == HttpRedirects.DONT_FOLLOW) {
				return WebClientHttpCache.decorate(uncached, this.caching.get());
			}
			return WebClientHttpCache
				.decorate(this.caching.build(this.delegate::build, own.withRedirects(HttpRedirects.DONT_FOLLOW)),
						this.caching.get())
				.withRedirects();
		}

	}

}
