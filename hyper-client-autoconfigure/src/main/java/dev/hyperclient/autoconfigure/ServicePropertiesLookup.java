package dev.hyperclient.autoconfigure;

import dev.hyperclient.autoconfigure.internal.ConfigurationException;

/**
 * The properties of all services.
 *
 * @param defaults the properties of the default service
 * @param others the properties of the named services
 */
record ServicePropertiesLookup(HyperClientProperties defaults, HyperClientServicesProperties others) {

	/**
	 * Return the properties of a service.
	 * @throws ConfigurationException if no property of the service was bound
	 */
	ServiceProperties get(String service) {
		String prefix = ServiceNames.prefix(service);
		HyperClientProperties properties = service.equals(ServiceNames.DEFAULT) ? this.defaults
				: this.others.services().get(service);
		if (properties == null) {
			throw ConfigurationException.ofProperty(prefix + ".base-url", null, "is not set",
					"the URL of the service, and remove '%s' itself if it has a value".formatted(prefix));
		}
		return new ServiceProperties(service, prefix, properties);
	}

}
