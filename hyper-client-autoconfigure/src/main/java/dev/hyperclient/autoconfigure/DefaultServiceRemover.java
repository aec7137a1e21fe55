package dev.hyperclient.autoconfigure;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * Removes the beans of the default service at a start without that service. Ahead-of-time
 * processing defines them always, since the properties of the start are unknown during
 * the build.
 */
final class DefaultServiceRemover implements BeanDefinitionRegistryPostProcessor {

	static final String CONNECTION_DETAILS = "hyperClientConnectionDetails";

	private final Environment environment;

	DefaultServiceRemover(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
		if (registry instanceof DefaultListableBeanFactory beans && !OnDefaultServiceCondition.isAheadOfTime()
				&& RootBeans.isAutoConfigured(ServiceNames.DEFAULT, beans)
				&& !OnDefaultServiceCondition.outcome(beans, this.environment).isMatch()) {
			beans.removeAlias(ServiceNames.DEFAULT_ALIAS);
			beans.removeBeanDefinition(ServiceNames.DEFAULT);
			if (beans.containsBeanDefinition(CONNECTION_DETAILS)) {
				beans.removeBeanDefinition(CONNECTION_DETAILS);
			}
		}
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
	}

}
