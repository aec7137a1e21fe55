package dev.hyperclient.autoconfigure;

import java.net.URI;

import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * Adapts the properties of a service to {@link HyperClientConnectionDetails}.
 *
 * @param service the properties of the service
 */
record PropertiesHyperClientConnectionDetails(ServiceProperties service) implements HyperClientConnectionDetails {

	@Override
	public URI getBaseUrl() {
		URI baseUrl = PresetResolver.of(this.service).baseUrl();
		if (baseUrl == null) {
			throw missing();
		}
		return baseUrl;
	}

	@Override
	public @Nullable String getVersion() {
		return PresetResolver.of(this.service).version();
	}

	private ConfigurationException missing() {
		String expected = "the URL of the service, for instance https://api.launchpad.net/, and '%s' to its version"
			.formatted(this.service.key("version"));
		return ConfigurationException.ofProperty(this.service.key("base-url"), null, "is not set",
				this.service.name().equals(ServiceNames.DEFAULT)
						? expected + ", or define a bean of the type ServiceRoot or HyperClientConnectionDetails"
						: expected
								+ ", or define a bean of the type HyperClientConnectionDetails with @Qualifier(\"%s\")"
									.formatted(this.service.name()));
	}

}
