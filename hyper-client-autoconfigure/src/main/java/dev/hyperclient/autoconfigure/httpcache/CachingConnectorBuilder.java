package dev.hyperclient.autoconfigure.httpcache;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.http.client.reactive.ClientHttpConnector;

/**
 * A builder whose connectors can cache. For cached requests, redirects are followed above
 * the cache, which would otherwise store the last response under the first URL.
 *
 * @param delegate builds the connector of the HTTP client
 * @param caching what decorates it, obtained for the first request that is to be cached:
 * a bean that it depends on may need the builder
 */
record CachingConnectorBuilder(ClientHttpConnectorBuilder<?> delegate,
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
