package dev.hyperclient.autoconfigure;

import java.net.URI;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * Where the service is according to the properties.
 */
final class PropertiesHyperClientConnectionDetails implements HyperClientConnectionDetails {

	private final ServiceSettings service;

	PropertiesHyperClientConnectionDetails(ServiceSettings service) {
		this.service = service;
	}

	@Override
	public URI getBaseUrl() {
		URI address = ServiceAddress.of(this.service).baseUrl();
		if (address == null) {
			throw missing();
		}
		return address;
	}

	@Override
	public @Nullable String getVersion() {
		return ServiceAddress.of(this.service).version();
	}

	private FailureAnalyzedException missing() {
		String address = this.service.key("base-url");
		String action = "Set '%s' to the address of the service, for instance https://api.launchpad.net/, and '%s' to its version."
			.formatted(address, this.service.key("version"));
		String instead = " Or define a bean of the type ServiceRoot or HyperClientConnectionDetails.";
		return new FailureAnalyzedException(
				"The address of the service is missing: '%s' is not set.".formatted(address),
				this.service.name().equals(ServiceNames.DEFAULT) ? action + instead : action);
	}

}
