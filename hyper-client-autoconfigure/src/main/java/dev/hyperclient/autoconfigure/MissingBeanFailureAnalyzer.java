package dev.hyperclient.autoconfigure;

import java.util.List;
import java.util.Set;

import dev.hyperclient.autoconfigure.internal.ConditionalOnEnabled;
import dev.hyperclient.autoconfigure.internal.PropertyChecks;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Analyzes a missing bean: a root or a bean of the HTTP cache that a property does not
 * enable, or a generated root. Comes before the analyzer of Spring Boot, which would
 * advise to define a bean.
 */
@Order(-1)
final class MissingBeanFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

	/** By name, since these classes require libraries that may be missing. */
	private static final String SERVICE_TYPE = "dev.hyperclient.ServiceRoot";

	private static final String TYPED_ROOT = "dev.hyperclient.typed.TypedRoot";

	private static final Set<String> HTTP_CACHE_TYPES = Set.of("dev.hyperclient.cache.HttpCache",
			"dev.hyperclient.autoconfigure.httpcache.RestClientHttpCache",
			"dev.hyperclient.autoconfigure.httpcache.WebClientHttpCache");

	private final Environment environment;

	MissingBeanFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
		ResolvableType type = cause.getResolvableType();
		Class<?> missing = (type != null) ? type.resolve() : null;
		if (missing == null || cause instanceof NoUniqueBeanDefinitionException) {
			return null;
		}
		if (isTypedRoot(missing)) {
			return new FailureAnalysis(
					"The application needs a bean of the generated type %s that is missing."
						.formatted(missing.getName()),
					"Add @Import(%s.class) to a configuration class, for instance to the one with @SpringBootApplication; for one of several services, define a bean method that calls its constructor."
						.formatted(missing.getSimpleName()),
					cause);
		}
		List<String> properties = disabling(missing.getName()).stream().map((key) -> "'" + key + "'").toList();
		String name = missing.getSimpleName();
		return properties.isEmpty() ? null
				: new FailureAnalysis(
						"The application needs a bean of the type %s that is missing: %s is not true.".formatted(name,
								String.join(" and ", properties)),
						"Set %s to true, or inject ObjectProvider<%s> where the application can do without it."
							.formatted(String.join(" or ", properties), name),
						cause);
	}

	private static boolean isTypedRoot(Class<?> type) {
		Class<?> parent = type.getSuperclass();
		return parent != null && parent.getName().equals(TYPED_ROOT);
	}

	private List<String> disabling(String type) {
		if (type.equals(SERVICE_TYPE)) {
			return ServiceNames.disabled(this.environment);
		}
		return (HTTP_CACHE_TYPES.contains(type)
				&& !PropertyChecks.isEnabled(ConditionalOnEnabled.HTTP_CACHE, false, this.environment))
						? List.of(ConditionalOnEnabled.HTTP_CACHE) : List.of();
	}

}
