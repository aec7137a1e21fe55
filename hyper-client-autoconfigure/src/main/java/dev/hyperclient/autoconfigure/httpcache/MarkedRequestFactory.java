package dev.hyperclient.autoconfigure.httpcache;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.function.Supplier;

import dev.hyperclient.autoconfigure.internal.CacheMarker;
import dev.hyperclient.internal.transport.ObservedClient;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.http.HttpMethod;
import org.springframework.http.StreamingHttpOutputMessage;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.support.HttpRequestWrapper;
import org.springframework.util.function.SingletonSupplier;

/**
 * A request factory that sends requests with the attribute {@link CacheMarker} by the
 * cache, and all others as if there was none. Thread-safe.
 */
final class MarkedRequestFactory extends AbstractClientHttpRequestFactoryWrapper
		implements ObservedClient.Cached<ClientHttpRequestFactory>, DisposableBean {

	private final SingletonSupplier<ClientHttpRequestFactory> caching;

	/** What {@link #caching} has supplied, to destroy it. */
	private volatile @Nullable ClientHttpRequestFactory created;

	/**
	 * Create a factory.
	 * @param uncached creates the requests without the attribute
	 * @param caching supplier of the factory that creates those with it, called once, for
	 * the first of them
	 */
	MarkedRequestFactory(ClientHttpRequestFactory uncached, Supplier<ClientHttpRequestFactory> caching) {
		super(uncached);
		this.caching = SingletonSupplier.of(() -> this.created = caching.get());
	}

	@Override
	public ClientHttpRequestFactory uncached() {
		return getDelegate();
	}

	@Override
	protected ClientHttpRequest createRequest(URI uri, HttpMethod httpMethod, ClientHttpRequestFactory requestFactory)
			throws IOException {
		return new Request(requestFactory.createRequest(uri, httpMethod), this.caching);
	}

	@Override
	public void destroy() throws Exception {
		try {
			if (this.created instanceof DisposableBean disposable) {
				disposable.destroy();
			}
		}
		finally {
			if (getDelegate() instanceof DisposableBean disposable) {
				disposable.destroy();
			}
		}
	}

	/**
	 * A request whose attributes decide when its body is written, or when it is sent. Not
	 * thread-safe.
	 */
	private static final class Request extends HttpRequestWrapper
			implements ClientHttpRequest, StreamingHttpOutputMessage {

		private final ClientHttpRequest uncached;

		private final SingletonSupplier<ClientHttpRequestFactory> caching;

		private @Nullable ClientHttpRequest chosen;

		Request(ClientHttpRequest uncached, SingletonSupplier<ClientHttpRequestFactory> caching) {
			super(uncached);
			this.uncached = uncached;
			this.caching = caching;
		}

		@Override
		public OutputStream getBody() throws IOException {
			return chosen().getBody();
		}

		@Override
		public void setBody(Body body) {
			try {
				ClientHttpRequest request = chosen();
				if (request instanceof StreamingHttpOutputMessage streaming) {
					streaming.setBody(body);
				}
				else {
					body.writeTo(request.getBody());
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public ClientHttpResponse execute() throws IOException {
			ClientHttpRequest request = chosen();
			if (request != this.uncached) {
				request.getHeaders().putAll(getHeaders());
				request.getAttributes().putAll(getAttributes());
			}
			return request.execute();
		}

		private ClientHttpRequest chosen() throws IOException {
			ClientHttpRequest request = this.chosen;
			if (request == null) {
				request = (CacheMarker.of(getAttributes()) != null)
						? this.caching.obtain().createRequest(getURI(), getMethod()) : this.uncached;
				this.chosen = request;
			}
			return request;
		}

	}

	/**
	 * A builder whose request factories can cache. For cached requests, redirects are
	 * followed above the cache, which would otherwise store the last response under the
	 * first URL.
	 *
	 * @param delegate builds the request factory of the HTTP client
	 * @param caching what decorates it, obtained for the first request that is to be
	 * cached: a bean that it depends on may need the builder
	 */
	record Builder(ClientHttpRequestFactoryBuilder<?> delegate,
			LazyClientCaching caching) implements ClientHttpRequestFactoryBuilder<ClientHttpRequestFactory> {

		@Override
		public ClientHttpRequestFactory build(@Nullable HttpClientSettings settings) {
			ClientHttpRequestFactory uncached = this.caching.build(this.delegate::build, settings);
			return new MarkedRequestFactory(uncached, () -> cached(settings, uncached));
		}

		private ClientHttpRequestFactory cached(@Nullable HttpClientSettings settings,
				ClientHttpRequestFactory uncached) {
			HttpClientSettings own = (settings != null) ? settings : HttpClientSettings.defaults();
			if (own.redirects() == HttpRedirects.DONT_FOLLOW) {
				return this.caching.get().decorate(uncached);
			}
			ClientHttpRequestFactory factory;
			try {
				factory = this.caching.build(this.delegate::build, own.withRedirects(HttpRedirects.DONT_FOLLOW));
			}
			catch (IllegalStateException ex) {
				// A builder for any type of factory cannot set redirects.
				factory = uncached;
			}
			return this.caching.get().decorate(factory).withRedirects();
		}

	}

}
