package dev.hyperclient.autoconfigure.internal;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;

/**
 * Analyzes a bean that is missing because a property does not enable it. Comes before the
 * analyzer of Spring Boot, which would advise to define a bean.
 */
public abstract class DisabledFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException>
		implements Ordered {

	@Override
	public final int getOrder() {
		return -1;
	}

	@Override
	protected final @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
		ResolvableType type = cause.getResolvableType();
		Class<?> missing = (type != null) ? type.resolve() : null;
		if (missing == null || cause instanceof NoUniqueBeanDefinitionException) {
			return null;
		}
		List<String> properties = disabling(missing).stream().map((key) -> "'" + key + "'").toList();
		String name = missing.getSimpleName();
		return properties.isEmpty() ? null
				: new FailureAnalysis(
						"The application needs a bean of the type %s that is missing: %s is not true.".formatted(name,
								String.join(" and ", properties)),
						"Set %s to true, or inject ObjectProvider<%s> where the application can do without it."
							.formatted(String.join(" or ", properties), name),
						cause);
	}

	/**
	 * Return the properties that do not enable beans of a type.
	 * @param type the type of the missing bean
	 * @return the keys of the properties, empty if the bean is missing for another reason
	 */
	protected abstract List<String> disabling(Class<?> type);

}
