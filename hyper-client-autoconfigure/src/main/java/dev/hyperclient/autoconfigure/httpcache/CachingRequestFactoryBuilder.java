package dev.hyperclient.autoconfigure.httpcache;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * A builder whose request factories can cache. For cached requests, redirects are
 * followed above the cache, which would otherwise store the last response under the first
 * URL.
 *
 * @param delegate builds the request factory of the HTTP client
 * @param caching what decorates it, obtained for the first request that is to be cached:
 * a bean that it depends on may need the builder
 */
record CachingRequestFactoryBuilder(ClientHttpRequestFactoryBuilder<?> delegate,
		LazyClientCaching caching) implements ClientHttpRequestFactoryBuilder<ClientHttpRequestFactory> {

	@Override
	public ClientHttpRequestFactory build(@Nullable HttpClientSettings settings) {
		ClientHttpRequestFactory uncached = this.caching.build(this.delegate::build, settings);
		return new MarkedRequestFactory(uncached, () -> cached(settings, uncached));
	}

	private ClientHttpRequestFactory cached(@Nullable HttpClientSettings settings, ClientHttpRequestFactory uncached) {
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
