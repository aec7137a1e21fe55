package dev.hyperclient.autoconfigure;

import dev.hyperclient.ServiceRootBuilder;

/**
 * Changes the builders of the auto-configured {@link dev.hyperclient.ServiceRoot}s. Beans
 * of this type are called in their order, for each service; the properties have been
 * applied before, at order 0.
 */
@FunctionalInterface
public interface ServiceRootBuilderCustomizer {

	/**
	 * The name of the service whose properties begin with {@code hyper-client} and no
	 * name.
	 */
	String DEFAULT_SERVICE = "default";

	/**
	 * Changes the builder of any service. What only one service may know, above all
	 * credentials, belongs into {@link #customize(String, ServiceRootBuilder)} or
	 * {@link #forService}.
	 * @param builder the builder
	 */
	void customize(ServiceRootBuilder builder);

	/**
	 * Changes the builder of a service. Unless overridden, as of any other.
	 * @param service the name of the service, {@link #DEFAULT_SERVICE} for the one
	 * without a name
	 * @param builder the builder
	 */
	default void customize(String service, ServiceRootBuilder builder) {
		customize(builder);
	}

	/**
	 * A customizer of one service.
	 * @param service the name of the service, {@link #DEFAULT_SERVICE} for the one
	 * without a name
	 * @param customizer changes the builder of this service
	 * @return a customizer that leaves the builders of other services alone
	 */
	static ServiceRootBuilderCustomizer forService(String service, ServiceRootBuilderCustomizer customizer) {
		return new SingleServiceCustomizer(service, customizer);
	}

}
