package dev.hyperclient.cookbook;

import java.net.URI;

import dev.hyperclient.autoconfigure.HyperClientConnectionDetails;
import dev.hyperclient.autoconfigure.HyperClientProperties;
import dev.hyperclient.cookbook.service.CookbookService;
import dev.hyperclient.cookbook.service.CookbookServiceProperties;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Leads the client to the embedded service. Since it needs the service, that one listens
 * before the client's root is fetched; and it knows the real port where the configured
 * one is 0. An address of another service is left as it is.
 */
@Component
@Profile("!service")
@ConditionalOnBooleanProperty(name = "cookbook.service.enabled", matchIfMissing = true)
class CookbookConnection implements HyperClientConnectionDetails {

	private final HyperClientProperties client;

	private final URI baseUrl;

	private final boolean embedded;

	CookbookConnection(HyperClientProperties client, CookbookServiceProperties configured, CookbookService service) {
		this.client = client;
		URI baseUrl = (client.baseUrl() != null) ? URI.create(client.baseUrl()) : null;
		this.embedded = baseUrl == null || namesEmbedded(baseUrl, configured.port());
		this.baseUrl = (baseUrl == null || this.embedded) ? service.baseUrl() : baseUrl;
	}

	/** Whether this leads to the embedded service. */
	boolean isEmbedded() {
		return this.embedded;
	}

	private static boolean namesEmbedded(URI baseUrl, int port) {
		return "localhost".equals(baseUrl.getHost()) && baseUrl.getPort() == port;
	}

	@Override
	public URI getBaseUrl() {
		return this.baseUrl;
	}

	@Override
	public @Nullable String getVersion() {
		return this.client.version();
	}

}
