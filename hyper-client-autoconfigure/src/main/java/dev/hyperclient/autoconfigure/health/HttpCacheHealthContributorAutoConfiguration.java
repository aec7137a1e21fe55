package dev.hyperclient.autoconfigure.health;

import dev.hyperclient.autoconfigure.httpcache.HttpCacheAutoConfiguration;
import dev.hyperclient.autoconfigure.internal.ConditionalOnEnabled;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.store.StoreSize;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
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

	/**
	 * {@link HealthIndicator} with the size of an HTTP cache. The status is {@code UP},
	 * since requests are answered without a cache, too; if the size cannot be determined,
	 * it is {@code UNKNOWN}, which does not affect the application. Thread-safe.
	 *
	 * @param cache the cache
	 */
	record HttpCacheHealthIndicator(HttpCache cache) implements HealthIndicator {

		private static final Logger logger = LoggerFactory.getLogger(HttpCacheHealthIndicator.class);

		@Override
		public Health health() {
			try {
				return describe(this.cache, Health.up()).build();
			}
			catch (RuntimeException ex) {
				logger.debug("The size of the HTTP cache is unknown", ex);
				return Health.unknown().build();
			}
		}

		static Health.Builder describe(HttpCache cache, Health.Builder health) {
			StoreSize size = cache.size();
			if (size.isKnown()) {
				health.withDetail("cacheEntries", size.entries()).withDetail("cacheBytes", size.bytes());
			}
			if (cache.isOffline()) {
				health.withDetail("offline", true);
			}
			double late = cache.statistics().lateShare();
			if (!Double.isNaN(late)) {
				health.withDetail("cacheLateShare", late);
			}
			cache.failure()
				.ifPresent((reason) -> health.withDetail("cacheStatus", "degraded").withDetail("cacheError", reason));
			return health;
		}

	}

}
