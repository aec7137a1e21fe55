package dev.hyperclient.autoconfigure.observation;

import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer;
import dev.hyperclient.observation.HyperClientCallObserver;
import dev.hyperclient.observation.HyperClientObservationConvention;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.Order;

/**
 * Registers a call observer for each service.
 *
 * @param registries provider of the observation registry
 * @param conventions provider of a convention that replaces the default one
 */
@Order(0)
record ObservationServiceRootBuilderCustomizer(ObjectProvider<ObservationRegistry> registries,
		ObjectProvider<HyperClientObservationConvention> conventions) implements ServiceRootBuilderCustomizer {

	@Override
	public void customize(ServiceRootBuilder builder) {
		customize(DEFAULT_SERVICE, builder);
	}

	@Override
	public void customize(String service, ServiceRootBuilder builder) {
		this.registries.ifUnique((registry) -> builder
			.addCallObserver(new HyperClientCallObserver(registry, service, this.conventions.getIfUnique())));
	}

}
