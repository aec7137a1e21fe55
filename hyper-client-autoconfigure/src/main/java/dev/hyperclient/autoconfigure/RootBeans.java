package dev.hyperclient.autoconfigure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.hyperclient.ServiceRoot;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.SingletonBeanRegistry;
import org.springframework.core.env.Environment;

/**
 * Finds the {@link ServiceRoot} beans of an application. Thread-safe.
 */
public final class RootBeans {

	private RootBeans() {
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
		for (String bean : names(beans)) {
			roots.put(ServiceNames.ofBean(bean), () -> beans.getBean(bean, ServiceRoot.class));
		}
		return roots;
	}

	/**
	 * Return the roots that have been created, by the names of their services as in
	 * {@link #byService}. Creates no bean.
	 * @param beans the beans of the application
	 * @return each root, or empty if it has not been created yet
	 */
	public static Map<String, Optional<ServiceRoot>> created(ConfigurableListableBeanFactory beans) {
		Map<String, Optional<ServiceRoot>> roots = new LinkedHashMap<>();
		for (String bean : names(beans)) {
			roots.put(ServiceNames.ofBean(bean),
					isCreated(bean, beans) ? Optional.of(beans.getBean(bean, ServiceRoot.class)) : Optional.empty());
		}
		return roots;
	}

	private static boolean isCreated(String bean, BeanFactory beans) {
		if (beans instanceof HierarchicalBeanFactory local && !local.containsLocalBean(bean)
				&& local.getParentBeanFactory() != null) {
			return isCreated(bean, local.getParentBeanFactory());
		}
		return !(beans instanceof SingletonBeanRegistry singletons) || singletons.containsSingleton(bean);
	}

	/** The bean of the default service is defined even if there is no such service. */
	private static List<String> names(ConfigurableListableBeanFactory beans) {
		return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, ServiceRoot.class, false, false))
			.filter((bean) -> !isAutoConfigured(bean, beans)
					|| OnDefaultServiceCondition.isConfigured(beans, beans.getBean(Environment.class)))
			.toList();
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
