package dev.hyperclient.autoconfigure;

import java.util.List;

import org.springframework.core.env.Environment;

/**
 * The properties of all services.
 *
 * @param defaults the properties of the default service
 * @param others the properties of the named services
 * @param environment the environment that they were bound from
 */
record ConfiguredServices(HyperClientProperties defaults, HyperClientServicesProperties others,
		Environment environment) {

	/**
	 * Return the properties of a service.
	 * @throws InvalidServicePropertyException if no property of the service was bound
	 */
	ServiceProperties get(String service) {
		String prefix = ServiceNames.prefix(service);
		HyperClientProperties properties = service.equals(ServiceNames.DEFAULT) ? this.defaults
				: this.others.services().get(service);
		if (properties == null) {
			List<String> found = ServiceNames.keys(service, this.environment);
			throw new InvalidServicePropertyException(prefix + ".base-url", null,
					"is not set, and '%s' has no recognized property%s".formatted(prefix,
							found.isEmpty() ? "" : " (found: %s)".formatted(String.join(", ", found))),
					"the URL of the service, check the spelling of the keys below '%s', and remove '%s' itself if it has a value"
						.formatted(prefix, prefix));
		}
		return new ServiceProperties(service, prefix, properties);
	}

}
