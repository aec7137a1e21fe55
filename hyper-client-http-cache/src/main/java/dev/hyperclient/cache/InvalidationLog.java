package dev.hyperclient.cache;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.hyperclient.cache.store.CacheKey;

/**
 * The latest invalidations of this process, so that a response that was requested before
 * an invalidation is not stored after it. An invalidation that no longer fits into the
 * log counts for every URL, with no other effect than that a late response is not stored.
 * Thread-safe.
 */
final class InvalidationLog {

	private static final int MAX_URLS = 1024;

	private final Map<String, Long> generations = new LinkedHashMap<>();

	private long current;

	private long evicted;

	/**
	 * Return the current generation. Each invalidation begins the next one.
	 */
	synchronized long current() {
		return this.current;
	}

	/**
	 * Log the invalidation of a URL, before its stored responses are removed.
	 */
	synchronized void invalidate(URI uri) {
		String url = CacheKey.of(uri, "").url();
		this.generations.remove(url);
		this.generations.put(url, ++this.current);
		if (this.generations.size() > MAX_URLS) {
			var eldest = this.generations.entrySet().iterator();
			this.evicted = eldest.next().getValue();
			eldest.remove();
		}
	}

	/**
	 * Log the invalidation of all URLs.
	 */
	synchronized void invalidateAll() {
		this.generations.clear();
		this.evicted = ++this.current;
	}

	/**
	 * Whether a URL has been invalidated since a generation.
	 */
	synchronized boolean isInvalidated(URI uri, long generation) {
		if (generation == this.current) {
			return false;
		}
		Long last = this.generations.get(CacheKey.of(uri, "").url());
		return (last != null) ? last > generation : this.evicted > generation;
	}

}
