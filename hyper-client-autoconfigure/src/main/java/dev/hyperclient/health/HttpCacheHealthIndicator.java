package dev.hyperclient.health;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.store.StoreSize;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * {@link HealthIndicator} with the size of an HTTP cache. The status is {@code UP}, since
 * requests are answered without a cache, too; if the size cannot be determined, it is
 * {@code UNKNOWN}, which does not affect the application. Thread-safe.
 */
public class HttpCacheHealthIndicator implements HealthIndicator {

	private static final Logger logger = LoggerFactory.getLogger(HttpCacheHealthIndicator.class);

	private final HttpCache cache;

	/**
	 * Create an indicator.
	 * @param cache the cache
	 */
	public HttpCacheHealthIndicator(HttpCache cache) {
		this.cache = cache;
	}

	@Override
	public Health health() {
		try {
			StoreSize size = this.cache.size();
			Health.Builder up = Health.up();
			if (size.isKnown()) {
				up.withDetail("cacheEntries", size.entries()).withDetail("cacheBytes", size.bytes());
			}
			this.cache.failure()
				.ifPresent((reason) -> up.withDetail("cacheStatus", "degraded").withDetail("cacheError", reason));
			return up.build();
		}
		catch (RuntimeException ex) {
			logger.debug("The size of the HTTP cache is unknown", ex);
			return Health.unknown().build();
		}
	}

}
