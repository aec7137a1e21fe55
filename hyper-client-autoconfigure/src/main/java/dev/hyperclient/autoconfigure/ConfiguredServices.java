package dev.hyperclient.autoconfigure;

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
			throw new IllegalArgumentException("There are no properties of a service '%s'".formatted(service));
		}
		return new ServiceSettings(service, ServiceNames.prefix(service), properties);
	}

}
