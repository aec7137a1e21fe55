package dev.hyperclient.autoconfigure.observation;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration;
import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer;
import dev.hyperclient.observation.HyperClientCallObserver;
import dev.hyperclient.observation.HyperClientObservationConvention;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration of the observation of calls, where there is an
 * {@link ObservationRegistry}.
 */
@AutoConfiguration(before = HyperClientAutoConfiguration.class)
@ConditionalOnClass({ ServiceRoot.class, ObservationRegistry.class })
public final class HyperClientObservationAutoConfiguration {

	private static final String CLIENT = "default";

	@Bean
	@Order(0)
	ServiceRootBuilderCustomizer hyperClientObservationCustomizer(ObjectProvider<ObservationRegistry> registries,
			ObjectProvider<HyperClientObservationConvention> conventions) {
		return (builder) -> observe(builder, CLIENT, registries, conventions);
	}

	private static void observe(ServiceRootBuilder builder, String client,
			ObjectProvider<ObservationRegistry> registries,
			ObjectProvider<HyperClientObservationConvention> conventions) {
		registries.ifUnique((registry) -> builder
			.callObserver(new HyperClientCallObserver(registry, client, conventions.getIfUnique())));
	}

}
