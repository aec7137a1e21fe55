package dev.hyperclient.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.hyperclient.ServiceRoot;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.SimpleAutowireCandidateResolver;

/**
 * The roots of an application.
 */
public final class ServiceRootBeans {

	private static final String DEFAULT_BEAN = "serviceRoot";

	private ServiceRootBeans() {
	}

	/**
	 * All roots, made if they are not there yet.
	 * @param beans the beans of the application
	 * @return the roots by the names of their services, in the order of their beans
	 */
	public static Map<String, ServiceRoot> byService(ConfigurableListableBeanFactory beans) {
		Map<String, ServiceRoot> roots = new LinkedHashMap<>();
		SimpleAutowireCandidateResolver.resolveAutowireCandidates(beans, ServiceRoot.class)
			.forEach((bean, root) -> roots.put(bean.equals(DEFAULT_BEAN) ? ServiceNames.DEFAULT : bean, root));
		return roots;
	}

}
