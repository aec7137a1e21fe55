package dev.hyperclient.autoconfigure;

import java.util.List;
import java.util.Objects;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.typed.TypedRoot;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Analyzes an imported root of a generated client that could belong to several services.
 * Spring Boot advises to change the class, which is generated.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class TypedRootFailureAnalyzer extends AbstractFailureAnalyzer<UnsatisfiedDependencyException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnsatisfiedDependencyException cause) {
		// The outer ones are about the beans that need the client.
		UnsatisfiedDependencyException innermost = innermost(cause);
		InjectionPoint point = innermost.getInjectionPoint();
		if (point == null || !TypedRoot.class.isAssignableFrom(point.getMember().getDeclaringClass())
				|| !(innermost.getCause() instanceof NoUniqueBeanDefinitionException several)
				|| several.getBeanType() != ServiceRoot.class) {
			return null;
		}
		String type = point.getMember().getDeclaringClass().getSimpleName();
		List<String> services = List.copyOf(Objects.requireNonNull(several.getBeanNamesFound()));
		return new FailureAnalysis(
				"The generated client %s is imported, but there are several services (%s), and none of them is the default one."
					.formatted(type, String.join(", ", services)),
				"In place of @Import(%1$s.class), define a bean: @Bean %1$s client(@Qualifier(\"%2$s\") ServiceRoot root) { return new %1$s(root); }. Or make one the default service with 'hyper-client.base-url'."
					.formatted(type, services.get(0)),
				innermost);
	}

	private static UnsatisfiedDependencyException innermost(UnsatisfiedDependencyException outermost) {
		UnsatisfiedDependencyException innermost = outermost;
		for (Throwable cause = outermost.getCause(); cause != null; cause = cause.getCause()) {
			if (cause instanceof UnsatisfiedDependencyException inner) {
				innermost = inner;
			}
		}
		return innermost;
	}

}
