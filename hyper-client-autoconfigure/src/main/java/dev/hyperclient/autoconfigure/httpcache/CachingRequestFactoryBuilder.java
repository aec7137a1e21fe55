package dev.hyperclient.autoconfigure.httpcache;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * A builder whose request factories can cache.
 *
 * @param delegate builds the request factory of the HTTP client
 * @param caching supplier of what decorates it, called when a factory is built
 */
record CachingRequestFactoryBuilder(ClientHttpRequestFactoryBuilder<?> delegate,
		Supplier<ClientCaching> caching) implements ClientHttpRequestFactoryBuilder<ClientHttpRequestFactory> {

	@Override
	public ClientHttpRequestFactory build(@Nullable HttpClientSettings settings) {
		return this.caching.get().decorate(this.delegate.build(settings));
	}

}
