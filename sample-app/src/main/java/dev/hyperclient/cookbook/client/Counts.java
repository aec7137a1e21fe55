package dev.hyperclient.cookbook.client;

import dev.hyperclient.cache.CacheOutcome;
import dev.hyperclient.cache.micrometer.HttpCacheMeterBinder;

/**
 * What the client has done so far, or in between.
 *
 * @param requests requests that went to the service
 * @param hits answers that needed none, because the stored response was fresh
 * @param notModified requests that were answered with 304
 */
record Counts(long requests, long hits, long notModified) {

	static Counts of(HttpCacheMeterBinder meters) {
		long notModified = meters.count(CacheOutcome.REVALIDATED);
		return new Counts(notModified + meters.count(CacheOutcome.MISS) + meters.count(CacheOutcome.BYPASS),
				meters.count(CacheOutcome.HIT), notModified);
	}

	Counts since(Counts earlier) {
		return new Counts(this.requests - earlier.requests, this.hits - earlier.hits,
				this.notModified - earlier.notModified);
	}

}
