package dev.hyperclient.autoconfigure.health;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.HyperClientProperties;
import dev.hyperclient.autoconfigure.HyperClientServicesAutoConfiguration;
import dev.hyperclient.autoconfigure.HyperClientServicesProperties;
import dev.hyperclient.autoconfigure.RootBeans;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for {@link HyperClientHealthIndicator}: one contributor for a single
 * service, or a composite by service name. Has no condition on the root beans, since
 * ahead-of-time processing does not know all of them.
 */
@AutoConfiguration(after = HyperClientServicesAutoConfiguration.class)
@ConditionalOnClass({ ServiceRoot.class, HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnEnabledHealthIndicator("hyper-client")
@EnableConfigurationProperties({ HyperClientProperties.class, HyperClientServicesProperties.class })
public final class HyperClientHealthContributorAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(name = { "hyperClientHealthIndicator", "hyperClientHealthContributor" })
	HealthContributor hyperClientHealthContributor(ConfigurableListableBeanFactory beans,
			HyperClientProperties defaults, HyperClientServicesProperties others, ObjectProvider<Clock> clocks) {
		Clock clock = clocks.getIfUnique(Clock::systemUTC);
		Map<String, HealthContributor> indicators = new LinkedHashMap<>();
		RootBeans.byService(beans).forEach((name, root) -> {
			HyperClientProperties.Health health = others.services().getOrDefault(name, defaults).health();
			HyperClientHealthIndicator indicator = new HyperClientHealthIndicator(root, health.timeout(),
					health.timeToLive(), clock);
			indicators.put(name, health.required() ? indicator : optional(indicator));
		});
		return (indicators.size() == 1) ? indicators.values().iterator().next()
				: CompositeHealthContributor.fromMap(indicators);
	}

	/**
	 * Report a service that the application can do without: its failure does not change
	 * the health of the application.
	 */
	private static HealthIndicator optional(HyperClientHealthIndicator indicator) {
		return () -> {
			Health health = indicator.health();
			boolean available = !health.getStatus().equals(Status.DOWN);
			// UNKNOWN comes after UP when statuses are aggregated, and is sent with 200.
			return Health.status(available ? health.getStatus() : Status.UNKNOWN)
				.withDetail("available", available)
				.withDetails(health.getDetails())
				.build();
		};
	}

}
