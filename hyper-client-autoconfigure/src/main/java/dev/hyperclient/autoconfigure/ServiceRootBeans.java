package dev.hyperclient.autoconfigure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import dev.hyperclient.ServiceRoot;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * Finds the {@link ServiceRoot} beans of an application.
 */
public final class ServiceRootBeans {

	private ServiceRootBeans() {
	}

	/**
	 * Return the singleton roots of an application by the names of their services,
	 * without the default service if it has no URL or is disabled. Creates no bean.
	 * @param beans the beans of the application
	 * @return a supplier of each root by the name of its service, in the order of the
	 * bean definitions
	 */
	public static Map<String, Supplier<ServiceRoot>> byService(ConfigurableListableBeanFactory beans) {
		Map<String, Supplier<ServiceRoot>> roots = new LinkedHashMap<>();
		for (String bean : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, ServiceRoot.class, false,
				false)) {
			if (!isUnused(bean, beans)) {
				roots.put(ServiceNames.ofBean(bean), () -> beans.getBean(bean, ServiceRoot.class));
			}
		}
		return roots;
	}

	/** The bean of the default service is defined even if there is no such service. */
	private static boolean isUnused(String bean, ConfigurableListableBeanFactory beans) {
		return isAutoConfigured(bean, beans)
				&& !OnDefaultServiceCondition.isConfigured(beans, beans.getBean(Environment.class));
	}

	/**
	 * Return whether a bean is the root of the default service and not a bean of the
	 * application, which does not have the alias.
	 */
	static boolean isAutoConfigured(String bean, ConfigurableListableBeanFactory beans) {
		return bean.equals(ServiceNames.DEFAULT)
				&& Arrays.asList(beans.getAliases(bean)).contains(ServiceNames.DEFAULT_ALIAS);
	}

}
