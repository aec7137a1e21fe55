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
 * Connects the client with the embedded service and its actual port. The dependency on
 * the service bean ensures that the service is started before the client. A base URL of
 * another service is not changed.
 */
@Component
@Profile("!service")
@ConditionalOnBooleanProperty(name = "cookbook.service.enabled", matchIfMissing = true)
class EmbeddedServiceConnectionDetails implements HyperClientConnectionDetails {

	private final HyperClientProperties client;

	private final URI baseUrl;

	private final boolean embedded;

	EmbeddedServiceConnectionDetails(HyperClientProperties client, CookbookServiceProperties configured,
			CookbookService service) {
		this.client = client;
		URI baseUrl = (client.baseUrl() != null) ? URI.create(client.baseUrl()) : null;
		this.embedded = baseUrl == null || isEmbedded(baseUrl, configured.port());
		this.baseUrl = (baseUrl == null || this.embedded) ? service.baseUrl() : baseUrl;
	}

	/** Return whether the client uses the embedded service. */
	boolean isEmbedded() {
		return this.embedded;
	}

	private static boolean isEmbedded(URI baseUrl, int port) {
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
