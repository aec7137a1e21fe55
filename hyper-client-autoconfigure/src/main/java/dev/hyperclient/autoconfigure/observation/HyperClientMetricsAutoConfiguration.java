package dev.hyperclient.autoconfigure.observation;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration;
import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer;
import dev.hyperclient.observation.HyperClientMeterBinder;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

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

	/**
	 * {@link MeterBinder} for the meters of all services. The tag {@code client} is the
	 * name of the service. Meters are registered when the root of a service is created.
	 * Thread-safe.
	 */
	@Order(0)
	static final class HyperClientMeters implements ServiceRootBuilderCustomizer, MeterBinder {

		private final Map<String, HyperClientMeterBinder> services = new LinkedHashMap<>();

		private final Set<MeterRegistry> registries = new LinkedHashSet<>();

		private synchronized HyperClientMeterBinder of(String service) {
			return this.services.computeIfAbsent(service, (name) -> {
				HyperClientMeterBinder binder = new HyperClientMeterBinder(name);
				this.registries.forEach(binder::bindTo);
				return binder;
			});
		}

		@Override
		public void customize(String service, ServiceRootBuilder builder) {
			builder.addListener(of(service));
		}

		@Override
		public synchronized void bindTo(MeterRegistry registry) {
			if (this.registries.add(registry)) {
				this.services.values().forEach((binder) -> binder.bindTo(registry));
			}
		}

	}

}
