package dev.hyperclient.autoconfigure.observation;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for {@link HyperClientMeters}.
 */
@AutoConfiguration(before = HyperClientAutoConfiguration.class)
@ConditionalOnClass({ ServiceRoot.class, MeterRegistry.class })
public final class HyperClientMetricsAutoConfiguration {

	@Bean
	HyperClientMeters hyperClientMeters() {
		return new HyperClientMeters();
	}

}
