package dev.hyperclient.autoconfigure;

import java.net.URI;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * Where the service is according to the properties.
 */
final class PropertiesHyperClientConnectionDetails implements HyperClientConnectionDetails {

	private final HyperClientProperties properties;

	PropertiesHyperClientConnectionDetails(HyperClientProperties properties) {
		this.properties = properties;
	}

	@Override
	public URI getBaseUrl() {
		URI baseUrl = this.properties.baseUrl();
		if (baseUrl == null || baseUrl.toString().isEmpty()) {
			throw new FailureAnalyzedException(
					"The address of the service is missing: 'hyper-client.base-url' is not set.",
					"Set 'hyper-client.base-url' to the address of the service, for instance https://api.launchpad.net/, and 'hyper-client.version' to its version. "
							+ "Or define a bean of the type ServiceRoot or HyperClientConnectionDetails.");
		}
		return baseUrl;
	}

	@Override
	public @Nullable String getVersion() {
		return this.properties.version();
	}

}
