package dev.hyperclient.autoconfigure;

import java.util.List;

import dev.hyperclient.ServiceRoot;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;

/**
 * Analyzes a missing {@link ServiceRoot} if a service is disabled. Comes before the
 * analyzer of Spring Boot, which would advise to define a bean.
 */
final class DisabledServiceFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException>
		implements Ordered {

	private final Environment environment;

	DisabledServiceFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	public int getOrder() {
		return -1;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
		ResolvableType type = cause.getResolvableType();
		if (type == null || type.resolve() != ServiceRoot.class || cause instanceof NoUniqueBeanDefinitionException) {
			return null;
		}
		List<String> disabled = ServiceNames.disabled(this.environment).stream().map((key) -> "'" + key + "'").toList();
		return disabled.isEmpty() ? null : new FailureAnalysis(
				"The application needs a ServiceRoot that is missing: %s is false."
					.formatted(String.join(" and ", disabled)),
				"Set %s to true, or inject ObjectProvider<ServiceRoot> where the application can do without the service."
					.formatted(String.join(" or ", disabled)),
				cause);
	}

}
