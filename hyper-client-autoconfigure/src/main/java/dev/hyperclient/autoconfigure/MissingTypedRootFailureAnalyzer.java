package dev.hyperclient.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;

/**
 * Analyzes a generated root that is injected but no bean. Comes before the analyzer of
 * Spring Boot, which does not know that such a class can be imported.
 */
@Order(-1)
final class MissingTypedRootFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

	/** By name, since applications with the HTTP cache alone do not have this class. */
	private static final String TYPED_ROOT = "dev.hyperclient.typed.TypedRoot";

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
		ResolvableType type = cause.getResolvableType();
		Class<?> missing = (type != null) ? type.resolve() : null;
		if (missing == null || cause instanceof NoUniqueBeanDefinitionException || !isTypedRoot(missing)) {
			return null;
		}
		return new FailureAnalysis(
				"The application needs a bean of the generated type %s that is missing.".formatted(missing.getName()),
				"Add @Import(%s.class) to a configuration class, for instance to the one with @SpringBootApplication; for one of several services, define a bean method that calls its constructor."
					.formatted(missing.getSimpleName()),
				cause);
	}

	private static boolean isTypedRoot(Class<?> type) {
		Class<?> parent = type.getSuperclass();
		return parent != null && parent.getName().equals(TYPED_ROOT);
	}

}
