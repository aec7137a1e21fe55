package dev.hyperclient.autoconfigure;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * What the properties say about each service.
 *
 * @param defaults about the default one
 * @param others about the others
 */
record ConfiguredServices(HyperClientProperties defaults, HyperClientServicesProperties others) {

	ServiceSettings get(String service) {
		HyperClientProperties properties = service.equals(ServiceNames.DEFAULT) ? this.defaults
				: this.others.services().get(service);
		if (properties == null) {
			String key = ServiceNames.prefix(service);
			throw new FailureAnalyzedException("'%s' has no properties below it, or only empty ones.".formatted(key),
					"Set '%s.base-url' to the address of the service, and remove '%s' itself if it has a value."
						.formatted(key, key));
		}
		return new ServiceSettings(service, ServiceNames.prefix(service), properties);
	}

}
