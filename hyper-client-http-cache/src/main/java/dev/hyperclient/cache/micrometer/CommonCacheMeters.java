package dev.hyperclient.cache.micrometer;

import dev.hyperclient.cache.api.CacheOutcome;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinder;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * The meters of any cache, with the names and tags of Micrometer and Spring Boot, for
 * common dashboards. A hit is a response without a request to the server.
 */
final class CommonCacheMeters extends CacheMeterBinder<HttpCacheMeterBinder> {

	private static final String MANAGER = "hyper-client";

	private final HttpCacheMeterBinder counted;

	CommonCacheMeters(HttpCacheMeterBinder counted, String client) {
		super(counted, client, Tags.of("cache.manager", MANAGER, "name", client));
		this.counted = counted;
	}

	@Override
	protected Long size() {
		return this.counted.size().entries();
	}

	@Override
	protected long hitCount() {
		return this.counted.count(CacheOutcome.HIT);
	}

	@Override
	protected Long missCount() {
		return this.counted.count(CacheOutcome.MISS) + this.counted.count(CacheOutcome.REVALIDATED);
	}

	@Override
	protected Long evictionCount() {
		return this.counted.statistics().evictions();
	}

	@Override
	protected long putCount() {
		return this.counted.statistics().puts();
	}

	@Override
	protected void bindImplementationSpecificMetrics(MeterRegistry registry) {
	}

}
