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
 * Auto-configuration for the observation of calls, if there is an
 * {@link ObservationRegistry}.
 */
@AutoConfiguration(before = HyperClientAutoConfiguration.class)
@ConditionalOnClass({ ServiceRoot.class, ObservationRegistry.class })
public final class HyperClientObservationAutoConfiguration {

	@Bean
	ObservingCustomizer hyperClientObservationCustomizer(ObjectProvider<ObservationRegistry> registries,
			ObjectProvider<HyperClientObservationConvention> conventions) {
		return new ObservingCustomizer(registries, conventions);
	}

	/**
	 * Registers a call observer for each service.
	 *
	 * @param registries provider of the observation registry
	 * @param conventions provider of a convention that replaces the default one
	 */
	@Order(0)
	record ObservingCustomizer(ObjectProvider<ObservationRegistry> registries,
			ObjectProvider<HyperClientObservationConvention> conventions) implements ServiceRootBuilderCustomizer {

		@Override
		public void customize(String service, ServiceRootBuilder builder) {
			this.registries.ifUnique((registry) -> builder
				.addCallObserver(new HyperClientCallObserver(registry, service, this.conventions.getIfUnique())));
		}

	}

}
