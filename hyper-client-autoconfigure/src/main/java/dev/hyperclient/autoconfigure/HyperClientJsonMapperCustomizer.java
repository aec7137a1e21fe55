package dev.hyperclient.autoconfigure;

import tools.jackson.databind.json.JsonMapper;

/**
 * Callback interface that customizes the JSON mapper of a service, which converts types
 * of the application to JSON and representations to types of the application
 * ({@link dev.hyperclient.Entry#to}). The mapper is derived from the {@link JsonMapper}
 * bean of the application if there is one: it has its modules, and its naming strategy if
 * one is set, otherwise snake case. The client itself does not use this mapper. Beans of
 * this type are called in their order for each service. Called once for each service, by
 * the thread that first converts a value.
 */
@FunctionalInterface
public interface HyperClientJsonMapperCustomizer {

	/**
	 * Customize the builder of the mapper.
	 * @param service the name of the service, or
	 * {@link ServiceRootBuilderCustomizer#DEFAULT_SERVICE}
	 * @param builder the builder to customize
	 */
	void customize(String service, JsonMapper.Builder builder);

}
