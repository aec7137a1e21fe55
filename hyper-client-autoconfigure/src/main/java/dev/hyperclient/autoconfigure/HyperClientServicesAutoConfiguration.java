package dev.hyperclient.autoconfigure;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionOverrideException;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Auto-configuration for a {@link ServiceRoot} for each service below
 * {@code hyper-client.services}, with the name of the service as bean name. Runs after
 * the auto-configuration of the default service, which backs off if there is a root.
 */
@AutoConfiguration(after = HyperClientAutoConfiguration.class)
@ConditionalOnClass({ ServiceRoot.class, WebClient.class })
@ConditionalOnBean(ServiceRootFactory.class)
@Import(HyperClientServicesAutoConfiguration.NamedServicesRegistrar.class)
public final class HyperClientServicesAutoConfiguration {

	/**
	 * Registers a {@link ServiceRoot} for each enabled named service in the environment,
	 * unless the application defines one of that name. Runs at each start, also after
	 * ahead-of-time processing. The roots are fallback beans, so that an application with
	 * one root of its own can inject that root by type.
	 */
	static final class NamedServicesRegistrar implements BeanRegistrar {

		@Override
		public void register(BeanRegistry registry, Environment environment) {
			for (String name : ServiceNames.in(environment)) {
				if (!ServiceNames.isEnabled(name, environment)) {
					continue;
				}
				try {
					registry.registerBean(name, ServiceRoot.class, (bean) -> bean.fallback()
						.supplier((context) -> context.bean(ServiceRootFactory.class).create(name)));
				}
				catch (BeanDefinitionOverrideException ex) {
					if (!isServiceRoot(ex.getExistingDefinition())) {
						// Without the cause, which has a failure analyzer of Spring Boot.
						throw new ConfigurationException(
								"'%s' has the name of a bean of the application that is not a ServiceRoot: %s"
									.formatted(ServiceNames.prefix(name),
											ex.getExistingDefinition().getResourceDescription()),
								"Give the service or the bean another name.");
					}
				}
			}
		}

		/**
		 * Return whether a definition defines a root. Reads only the definition and its
		 * metadata, since bean classes must not be loaded yet.
		 */
		private static boolean isServiceRoot(BeanDefinition definition) {
			@Nullable Class<?> type = definition.getResolvableType().resolve();
			if (type != null) {
				return ServiceRoot.class.isAssignableFrom(type);
			}
			String expected = ServiceRoot.class.getName();
			return expected.equals(definition.getBeanClassName())
					|| (definition instanceof AnnotatedBeanDefinition annotated
							&& annotated.getFactoryMethodMetadata() != null
							&& expected.equals(annotated.getFactoryMethodMetadata().getReturnTypeName()));
		}

	}

}
