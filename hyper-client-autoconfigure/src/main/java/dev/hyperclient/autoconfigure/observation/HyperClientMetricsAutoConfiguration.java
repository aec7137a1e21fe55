package dev.hyperclient.autoconfigure.observation;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration;
import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer;
import dev.hyperclient.observation.HttpCacheMeterBinder;
import dev.hyperclient.observation.HyperClientMeterBinder;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration of the client's meters.
 */
@AutoConfiguration(before = HyperClientAutoConfiguration.class)
@ConditionalOnClass({ ServiceRoot.class, MeterRegistry.class })
public final class HyperClientMetricsAutoConfiguration {

	private static final String CLIENT = "default";

	@Bean
	HttpCacheMeterBinder hyperClientCacheMeters() {
		return HttpCacheMeterBinder.forCalls(CLIENT);
	}

	@Bean
	HttpCacheMeterBinder hyperClientHealthMeters() {
		return HttpCacheMeterBinder.forValidations(CLIENT);
	}

	@Bean
	HyperClientMeterBinder hyperClientMeters() {
		return new HyperClientMeterBinder(CLIENT);
	}

	@Bean
	@Order(0)
	ServiceRootBuilderCustomizer hyperClientMetricsCustomizer(HttpCacheMeterBinder hyperClientCacheMeters,
			HttpCacheMeterBinder hyperClientHealthMeters, HyperClientMeterBinder hyperClientMeters) {
		return (builder) -> builder.cacheListener(hyperClientCacheMeters)
			.validationListener(hyperClientHealthMeters)
			.retryListener(hyperClientMeters)
			.rootListener(hyperClientMeters);
	}

}
