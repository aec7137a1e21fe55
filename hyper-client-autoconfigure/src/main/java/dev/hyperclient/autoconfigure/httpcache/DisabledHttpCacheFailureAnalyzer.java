package dev.hyperclient.autoconfigure.httpcache;

import java.util.Set;

import dev.hyperclient.cache.HttpCache;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;

/**
 * Analyzes a missing bean of the HTTP cache if the cache is not enabled. Comes before the
 * analyzer of Spring Boot, which would advise to define a bean.
 */
final class DisabledHttpCacheFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException>
		implements Ordered {

	/**
	 * By name, since the classes of the last two require libraries that may be missing.
	 */
	private static final Set<String> TYPES = Set.of(HttpCache.class.getName(),
			"dev.hyperclient.autoconfigure.httpcache.RestClientHttpCache",
			"dev.hyperclient.autoconfigure.httpcache.WebClientHttpCache");

	private final Environment environment;

	DisabledHttpCacheFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	public int getOrder() {
		return -1;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
		ResolvableType type = cause.getResolvableType();
		Class<?> missing = (type != null) ? type.resolve() : null;
		String key = HttpCachePropertiesValidator.key("enabled");
		if (missing == null || !TYPES.contains(missing.getName()) || cause instanceof NoUniqueBeanDefinitionException
				|| this.environment.getProperty(key, Boolean.class, false)) {
			return null;
		}
		String name = missing.getSimpleName();
		return new FailureAnalysis(
				"The application needs a bean of the type %s that is missing: '%s' is not true.".formatted(name, key),
				"Set '%s' to true, or inject ObjectProvider<%s> where the application can do without the cache."
					.formatted(key, name),
				cause);
	}

}
