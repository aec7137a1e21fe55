package dev.hyperclient.autoconfigure;

import dev.hyperclient.ServiceRoot;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Import;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Auto-configuration for a {@link ServiceRoot} for each service below
 * {@code hyper-client.services}, with the name of the service as bean name. Runs after
 * the auto-configuration of the default service, which backs off if there is a root.
 */
@AutoConfiguration(after = HyperClientAutoConfiguration.class)
@ConditionalOnClass({ ServiceRoot.class, WebClient.class })
@ConditionalOnBean(ServiceRootFactory.class)
@Import(NamedServicesRegistrar.class)
public final class HyperClientServicesAutoConfiguration {

}
