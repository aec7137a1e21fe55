package dev.hyperclient.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import dev.hyperclient.ServiceRoot;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Finds the {@link ServiceRoot} beans of an application.
 */
public final class ServiceRootBeans {

	private ServiceRootBeans() {
	}

	/**
	 * Return the singleton roots of an application by the names of their services.
	 * Creates no bean.
	 * @param beans the beans of the application
	 * @return a supplier of each root by the name of its service, in the order of the
	 * bean definitions
	 */
	public static Map<String, Supplier<ServiceRoot>> byService(ConfigurableListableBeanFactory beans) {
		Map<String, Supplier<ServiceRoot>> roots = new LinkedHashMap<>();
		for (String bean : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, ServiceRoot.class, false,
				false)) {
			roots.put(bean.equals(ServiceNames.DEFAULT_BEAN) ? ServiceNames.DEFAULT : bean,
					() -> beans.getBean(bean, ServiceRoot.class));
		}
		return roots;
	}

}
