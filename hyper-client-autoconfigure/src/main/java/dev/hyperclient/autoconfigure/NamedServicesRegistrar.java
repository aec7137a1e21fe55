package dev.hyperclient.autoconfigure;

import dev.hyperclient.ServiceRoot;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionOverrideException;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.core.env.Environment;

/**
 * Registers a root for each service that the environment names, unless the application
 * has one of that name. Runs at each start, also after ahead-of-time processing. The
 * roots give way to any other, so that an application whose only root was made by itself
 * can go on injecting it by type.
 */
final class NamedServicesRegistrar implements BeanRegistrar {

	@Override
	public void register(BeanRegistry registry, Environment environment) {
		for (String name : ServiceNames.in(environment)) {
			try {
				registry.registerBean(name, ServiceRoot.class, (bean) -> bean.fallback()
					.supplier((context) -> context.bean(ServiceRootFactory.class).create(name)));
			}
			catch (BeanDefinitionOverrideException ex) {
				if (!isServiceRoot(ex.getExistingDefinition())) {
					throw taken(name, ex);
				}
			}
		}
	}

	/** Tells by what the definition says, since nothing may be loaded yet. */
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

	private static FailureAnalyzedException taken(String name, BeanDefinitionOverrideException ex) {
		return new FailureAnalyzedException(
				"'%s' names a service as another bean of the application is named: %s."
					.formatted(ServiceNames.prefix(name), ex.getExistingDefinition().getResourceDescription()),
				"Give the service another name, or the bean.", ex);
	}

}
