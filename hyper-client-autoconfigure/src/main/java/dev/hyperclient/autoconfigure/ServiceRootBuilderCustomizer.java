package dev.hyperclient.autoconfigure;

import dev.hyperclient.ServiceRootBuilder;

/**
 * Callback interface that customizes the {@link ServiceRootBuilder} of each
 * auto-configured {@link dev.hyperclient.ServiceRoot}. Beans of this type are called in
 * their order for each service. The properties are applied at order 0.
 */
@FunctionalInterface
public interface ServiceRootBuilderCustomizer {

	/**
	 * The name of the default service, whose property keys contain no name.
	 */
	String DEFAULT_SERVICE = "default";

	/**
	 * Customize the builder of any service. Settings for one service only, such as
	 * credentials, belong into {@link #customize(String, ServiceRootBuilder)} or
	 * {@link #forService}.
	 * @param builder the builder
	 */
	void customize(ServiceRootBuilder builder);

	/**
	 * Customize the builder of a service. By default calls
	 * {@link #customize(ServiceRootBuilder)}.
	 * @param service the name of the service, or {@link #DEFAULT_SERVICE}
	 * @param builder the builder
	 */
	default void customize(String service, ServiceRootBuilder builder) {
		customize(builder);
	}

	/**
	 * Return a customizer that is applied to one service only.
	 * @param service the name of the service, or {@link #DEFAULT_SERVICE}
	 * @param customizer the customizer to apply
	 * @return a customizer that ignores all other services
	 */
	static ServiceRootBuilderCustomizer forService(String service, ServiceRootBuilderCustomizer customizer) {
		return new ServiceRootBuilderCustomizer() {

			@Override
			public void customize(ServiceRootBuilder builder) {
				customizer.customize(service, builder);
			}

			@Override
			public void customize(String name, ServiceRootBuilder builder) {
				if (name.equals(service)) {
					customize(builder);
				}
			}

		};
	}

}
