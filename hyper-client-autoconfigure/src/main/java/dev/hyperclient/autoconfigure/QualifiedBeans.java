package dev.hyperclient.autoconfigure;

import java.util.Arrays;
import java.util.List;

import dev.hyperclient.autoconfigure.httpcache.HttpCacheAutoConfiguration;
import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * Finds the beans of the application that are used for a service: for a named service
 * those that are qualified with its name, for the default service the others.
 *
 * @param beans the beans of the application
 * @param environment the environment with the names of the services
 */
record QualifiedBeans(ConfigurableListableBeanFactory beans, Environment environment) {

	/**
	 * Return the bean of a type for a service.
	 * @return the bean, or {@code null} if there is none
	 * @throws ConfigurationException if there are several
	 */
	<T> @Nullable T find(Class<T> type, String service) {
		List<String> names = names(type, service);
		if (names.isEmpty()) {
			return null;
		}
		// No bean is qualified with the name of a service: let Spring choose.
		if (service.equals(ServiceNames.DEFAULT) && names.size() == names(type).size()) {
			try {
				return this.beans.getBeanProvider(type).getIfAvailable();
			}
			catch (NoUniqueBeanDefinitionException ex) {
				throw ambiguous(type, service, names);
			}
		}
		List<String> candidates = (names.size() > 1) ? names.stream().filter(this::isPrimary).toList() : names;
		if (candidates.size() != 1) {
			throw ambiguous(type, service, names);
		}
		return this.beans.getBean(candidates.get(0), type);
	}

	/**
	 * Return the names of the beans of a type for a service, without creating them.
	 */
	List<String> names(Class<?> type, String service) {
		return names(type).stream()
			.filter((name) -> service.equals(ServiceNames.DEFAULT) ? isForDefault(name) : isQualified(name, service))
			.toList();
	}

	private List<String> names(Class<?> type) {
		return Arrays.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beans, type, true, false))
			.filter((name) -> !name.equals(HttpCacheAutoConfiguration.BEAN_NAME))
			.toList();
	}

	private boolean isPrimary(String bean) {
		return this.beans.containsBeanDefinition(bean) && this.beans.getMergedBeanDefinition(bean).isPrimary();
	}

	private static ConfigurationException ambiguous(Class<?> type, String service, List<String> names) {
		return new ConfigurationException(
				"Several beans of the type %s for the service '%s': %s".formatted(type.getSimpleName(), service,
						String.join(", ", names)),
				"Mark one of them as @Primary, or qualify each bean of a named service with the name of that service (@Qualifier).");
	}

	private boolean isForDefault(String bean) {
		return ServiceNames.in(this.environment).stream().noneMatch((service) -> isQualified(bean, service));
	}

	private boolean isQualified(String bean, String service) {
		return BeanFactoryAnnotationUtils.isQualifierMatch(service::equals, bean, this.beans);
	}

}
