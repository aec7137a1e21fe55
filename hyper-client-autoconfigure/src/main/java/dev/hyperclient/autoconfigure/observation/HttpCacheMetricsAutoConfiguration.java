package dev.hyperclient.autoconfigure.observation;

import dev.hyperclient.autoconfigure.httpcache.HttpCacheAutoConfiguration;
import dev.hyperclient.autoconfigure.internal.ConditionalOnEnabled;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.micrometer.HttpCacheMeterBinder;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration for the meters of the HTTP cache, which have the tag {@code client}
 * with the value {@code http-cache}.
 */
@AutoConfiguration(before = HttpCacheAutoConfiguration.class)
@ConditionalOnClass({ HttpCache.class, MeterRegistry.class })
@ConditionalOnEnabled(ConditionalOnEnabled.HTTP_CACHE)
public final class HttpCacheMetricsAutoConfiguration {

	private static final String CLIENT = "http-cache";

	@Bean
	@Order(0)
	@ConditionalOnMissingBean
	HttpCacheMeterBinder httpCacheMeters() {
		return HttpCacheMeterBinder.forCalls(CLIENT);
	}

}
