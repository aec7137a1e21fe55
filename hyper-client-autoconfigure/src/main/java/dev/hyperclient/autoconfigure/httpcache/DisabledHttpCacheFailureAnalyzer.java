package dev.hyperclient.autoconfigure.httpcache;

import java.util.List;
import java.util.Set;

import dev.hyperclient.autoconfigure.internal.DisabledFailureAnalyzer;
import dev.hyperclient.autoconfigure.internal.EnabledProperty;

import org.springframework.core.env.Environment;

/**
 * Analyzes a missing bean of the HTTP cache if the cache is not enabled.
 */
final class DisabledHttpCacheFailureAnalyzer extends DisabledFailureAnalyzer {

	/** By name, since these classes require libraries that may be missing. */
	private static final Set<String> TYPES = Set.of("dev.hyperclient.cache.HttpCache",
			"dev.hyperclient.autoconfigure.httpcache.RestClientHttpCache",
			"dev.hyperclient.autoconfigure.httpcache.WebClientHttpCache");

	private final Environment environment;

	DisabledHttpCacheFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected List<String> disabling(Class<?> type) {
		return (TYPES.contains(type.getName())
				&& !EnabledProperty.value(ConditionalOnHttpCache.PROPERTY, false, this.environment))
						? List.of(ConditionalOnHttpCache.PROPERTY) : List.of();
	}

}
