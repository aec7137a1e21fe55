package dev.hyperclient.autoconfigure.httpcache;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.http.client.reactive.ClientHttpConnector;

/**
 * A builder whose connectors can cache.
 *
 * @param delegate builds the connector of the HTTP client
 * @param caching supplier of what decorates it, called when a connector is built
 */
record CachingConnectorBuilder(ClientHttpConnectorBuilder<?> delegate,
		Supplier<ConnectorCaching> caching) implements ClientHttpConnectorBuilder<ClientHttpConnector> {

	@Override
	public ClientHttpConnector build(@Nullable HttpClientSettings settings) {
		return this.caching.get().decorate(this.delegate.build(settings));
	}

}
