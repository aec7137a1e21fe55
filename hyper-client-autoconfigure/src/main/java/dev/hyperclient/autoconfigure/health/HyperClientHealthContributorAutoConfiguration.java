package dev.hyperclient.autoconfigure.health;

import java.util.Map;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration;
import dev.hyperclient.health.HyperClientHealthIndicator;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.CompositeHealthContributorConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the health of services.
 */
@AutoConfiguration(after = HyperClientAutoConfiguration.class)
@ConditionalOnClass({ ServiceRoot.class, HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(ServiceRoot.class)
@ConditionalOnEnabledHealthIndicator("hyper-client")
public final class HyperClientHealthContributorAutoConfiguration
		extends CompositeHealthContributorConfiguration<HyperClientHealthIndicator, ServiceRoot> {

	HyperClientHealthContributorAutoConfiguration() {
		super(HyperClientHealthIndicator::new);
	}

	@Bean
	@ConditionalOnMissingBean(name = { "hyperClientHealthIndicator", "hyperClientHealthContributor" })
	HealthContributor hyperClientHealthContributor(Map<String, ServiceRoot> serviceRoots) {
		return createContributor(serviceRoots);
	}

}
