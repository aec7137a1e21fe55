package dev.hyperclient.autoconfigure.endpoint;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.HyperClientServicesAutoConfiguration;
import dev.hyperclient.autoconfigure.RootBeans;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration for {@link HyperClientEndpoint}, if the application exposes it.
 */
@AutoConfiguration(after = HyperClientServicesAutoConfiguration.class)
@ConditionalOnClass({ ServiceRoot.class, ConditionalOnAvailableEndpoint.class })
@ConditionalOnAvailableEndpoint(HyperClientEndpoint.class)
@Import(UnknownParameterAdvisor.class)
public final class HyperClientEndpointAutoConfiguration {

	@Bean
	HyperClientEndpoint hyperClientEndpoint(ConfigurableListableBeanFactory beans) {
		return new HyperClientEndpoint(() -> RootBeans.created(beans));
	}

	@Bean
	@ConditionalOnAvailableEndpoint(endpoint = HyperClientEndpoint.class, exposure = EndpointExposure.WEB)
	HyperClientEndpoint.WebExtension hyperClientEndpointWebExtension(HyperClientEndpoint endpoint) {
		return new HyperClientEndpoint.WebExtension(endpoint);
	}

}
