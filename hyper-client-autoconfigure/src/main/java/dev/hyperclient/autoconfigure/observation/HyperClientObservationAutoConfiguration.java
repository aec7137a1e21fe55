package dev.hyperclient.autoconfigure.observation;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration;
import dev.hyperclient.observation.HyperClientObservationConvention;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for the observation of calls, if there is an
 * {@link ObservationRegistry}.
 */
@AutoConfiguration(before = HyperClientAutoConfiguration.class)
@ConditionalOnClass({ ServiceRoot.class, ObservationRegistry.class })
public final class HyperClientObservationAutoConfiguration {

	@Bean
	ObservationServiceRootBuilderCustomizer hyperClientObservationCustomizer(
			ObjectProvider<ObservationRegistry> registries,
			ObjectProvider<HyperClientObservationConvention> conventions) {
		return new ObservationServiceRootBuilderCustomizer(registries, conventions);
	}

}
