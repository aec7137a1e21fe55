package dev.hyperclient.autoconfigure;

import dev.hyperclient.ServiceRoot;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Import;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Auto-configuration of a {@link ServiceRoot} for each service below
 * {@code hyper-client.services}, under its name. Comes after the default one, which would
 * otherwise take these for the application's own and not be there.
 */
@AutoConfiguration(after = HyperClientAutoConfiguration.class)
@ConditionalOnClass({ ServiceRoot.class, WebClient.class })
@ConditionalOnBean(ServiceRootFactory.class)
@Import(NamedServicesRegistrar.class)
public final class HyperClientServicesAutoConfiguration {

}
