package dev.hyperclient.autoconfigure;

/**
 * The properties of all services.
 *
 * @param defaults the properties of the default service
 * @param others the properties of the named services
 */
record ConfiguredServices(HyperClientProperties defaults, HyperClientServicesProperties others) {

	/**
	 * Return the properties of a service.
	 * @throws InvalidServicePropertyException if no property of the service was bound
	 */
	ServiceProperties get(String service) {
		String prefix = ServiceNames.prefix(service);
		HyperClientProperties properties = service.equals(ServiceNames.DEFAULT) ? this.defaults
				: this.others.services().get(service);
		if (properties == null) {
			throw new InvalidServicePropertyException(prefix + ".base-url", null,
					"is not set, and '%s' has no recognized property".formatted(prefix),
					"the URL of the service, check the spelling of the keys below '%s', and remove '%s' itself if it has a value"
						.formatted(prefix, prefix));
		}
		return new ServiceProperties(service, prefix, properties);
	}

}
