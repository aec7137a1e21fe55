package dev.hyperclient.autoconfigure;

import tools.jackson.databind.json.JsonMapper;

/**
 * Changes the mapper that turns values of the application's own types into JSON for a
 * service, and representations into types of the application
 * ({@link dev.hyperclient.Entry#as}). The protocol itself is not read by it. Beans of
 * this type are applied in their order to the mapper of each service.
 */
@FunctionalInterface
public interface HyperClientJsonMapperCustomizer {

	/**
	 * Changes the mapper of a service.
	 * @param service the name of the service,
	 * {@link ServiceRootBuilderCustomizer#DEFAULT_SERVICE} for the one without a name
	 * @param builder makes the mapper
	 */
	void customize(String service, JsonMapper.Builder builder);

}
