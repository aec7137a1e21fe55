package dev.hyperclient.autoconfigure;

import dev.hyperclient.ServiceRootBuilder;

/**
 * Lets a customizer see one service only.
 *
 * @param service the name of the service
 * @param customizer the customizer
 */
record SingleServiceCustomizer(String service,
		ServiceRootBuilderCustomizer customizer) implements ServiceRootBuilderCustomizer {

	@Override
	public void customize(ServiceRootBuilder builder) {
		this.customizer.customize(this.service, builder);
	}

	@Override
	public void customize(String name, ServiceRootBuilder builder) {
		if (name.equals(this.service)) {
			customize(builder);
		}
	}

}
