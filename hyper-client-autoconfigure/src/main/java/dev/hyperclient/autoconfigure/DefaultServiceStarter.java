package dev.hyperclient.autoconfigure;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * Creates the root of the default service at the start if it is configured, although its
 * bean definition is lazy. Not a {@code SmartInitializingSingleton}: those are created
 * even if all beans are lazy.
 *
 * @param beans the beans of the application
 */
record DefaultServiceStarter(ConfigurableListableBeanFactory beans) implements InitializingBean {

	@Override
	public void afterPropertiesSet() {
		if (RootBeans.isAutoConfigured(ServiceNames.DEFAULT, this.beans)
				&& OnDefaultServiceCondition.isConfigured(this.beans, this.beans.getBean(Environment.class))) {
			this.beans.getBean(ServiceNames.DEFAULT);
		}
	}

}
