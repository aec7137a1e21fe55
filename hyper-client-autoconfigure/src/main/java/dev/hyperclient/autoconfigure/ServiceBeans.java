package dev.hyperclient.autoconfigure;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.core.env.Environment;

/**
 * The beans of the application that are used for a service: those with the name of the
 * service as their qualifier for a service with a name, and the others for the one
 * without.
 *
 * @param beans the beans of the application
 * @param environment tells the names of the services
 */
record ServiceBeans(ConfigurableListableBeanFactory beans, Environment environment) {

	/**
	 * The bean of a type.
	 * @return the bean, or {@code null} if there is none for this service
	 * @throws FailureAnalyzedException if there are several
	 */
	<T> @Nullable T find(Class<T> type, String service) {
		List<String> names = Arrays
			.asList(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beans, type, true, false));
		if (names.isEmpty()) {
			return null;
		}
		if (!service.equals(ServiceNames.DEFAULT)) {
			return only(type, names.stream().filter((name) -> isQualified(name, service)).toList(), service);
		}
		List<String> others = names.stream().filter((name) -> isForDefault(type, name)).toList();
		return (others.size() == names.size()) ? primary(type, names) : only(type, others, service);
	}

	private <T> @Nullable T primary(Class<T> type, List<String> names) {
		try {
			return this.beans.getBeanProvider(type).getIfAvailable();
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw several(type, names, ServiceNames.DEFAULT);
		}
	}

	private <T> @Nullable T only(Class<T> type, List<String> names, String service) {
		if (names.size() > 1) {
			throw several(type, names, service);
		}
		return names.isEmpty() ? null : this.beans.getBean(names.get(0), type);
	}

	private boolean isForDefault(Class<?> type, String bean) {
		return ServiceNames.in(this.environment).stream().noneMatch((service) -> isQualified(bean, service));
	}

	private boolean isQualified(String bean, String service) {
		return BeanFactoryAnnotationUtils.isQualifierMatch(service::equals, bean, this.beans);
	}

	private static FailureAnalyzedException several(Class<?> type, List<String> names, String service) {
		return new FailureAnalyzedException(
				"There are several beans of the type %s for the service '%s': %s.".formatted(type.getSimpleName(),
						service, String.join(", ", names)),
				"Mark one of them as @Primary, or give those of named services the name of their service as @Qualifier.");
	}

}
