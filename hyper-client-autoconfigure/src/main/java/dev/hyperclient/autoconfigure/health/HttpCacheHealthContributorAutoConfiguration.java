package dev.hyperclient.autoconfigure.health;

import dev.hyperclient.autoconfigure.httpcache.HttpCacheAutoConfiguration;
import dev.hyperclient.autoconfigure.internal.ConditionalOnEnabled;
import dev.hyperclient.cache.HttpCache;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for {@link HttpCacheHealthIndicator}.
 */
@AutoConfiguration(after = HttpCacheAutoConfiguration.class)
@ConditionalOnClass({ HttpCache.class, HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnEnabled(ConditionalOnEnabled.HTTP_CACHE)
@ConditionalOnEnabledHealthIndicator("http-cache")
public final class HttpCacheHealthContributorAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(name = { "httpCacheHealthIndicator", "httpCacheHealthContributor" })
	HttpCacheHealthIndicator httpCacheHealthContributor(HttpCache cache) {
		return new HttpCacheHealthIndicator(cache);
	}

}
