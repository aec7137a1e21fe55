package dev.hyperclient.autoconfigure;

import java.util.function.Supplier;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpCookieHandling;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Makes the wire from what the application has configured for its HTTP clients, with the
 * time-outs of this client, when the first request is sent. Redirects and cookies are not
 * the wire's business here: it would carry them to other hosts.
 */
final class ServiceWebClient implements Supplier<WebClient> {

	private final ObjectProvider<WebClient.Builder> builders;

	private final ObjectProvider<ClientHttpConnectorBuilder<?>> connectors;

	private final ObjectProvider<HttpClientSettings> settings;

	private final HyperClientProperties properties;

	ServiceWebClient(ObjectProvider<WebClient.Builder> builders,
			ObjectProvider<ClientHttpConnectorBuilder<?>> connectors, ObjectProvider<HttpClientSettings> settings,
			HyperClientProperties properties) {
		this.builders = builders;
		this.connectors = connectors;
		this.settings = settings;
		this.properties = properties;
	}

	@Override
	public WebClient get() {
		HttpClientSettings transport = this.settings.getIfAvailable(HttpClientSettings::defaults)
			.withTimeouts(this.properties.connectTimeout(), this.properties.readTimeout())
			.withRedirects(HttpRedirects.DONT_FOLLOW)
			.withCookieHandling(HttpCookieHandling.DISABLE);
		return this.builders.getIfAvailable(WebClient::builder)
			.clientConnector(this.connectors.getIfAvailable(ClientHttpConnectorBuilder::detect).build(transport))
			.build();
	}

}
