package dev.hyperclient.internal.cache;

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

	/** Read without the lock, since each request of each thread reads it. */
	private volatile long current;

	private long evicted;

	/**
	 * Return the current generation. Each invalidation begins the next one.
	 */
	long current() {
		return this.current;
	}

	/**
	 * Log the invalidation of a URL, before its stored responses are removed.
	 */
	synchronized void invalidate(URI uri) {
		String url = CacheKey.of(uri, "").url();
		long next = this.current + 1;
		this.generations.remove(url);
		this.generations.put(url, next);
		this.current = next;
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
		this.evicted = this.current + 1;
		this.current = this.evicted;
	}

	/**
	 * Whether a URL has been invalidated since a generation.
	 */
	boolean isInvalidated(URI uri, long generation) {
		return generation != this.current && isInvalidatedSince(uri, generation);
	}

	private synchronized boolean isInvalidatedSince(URI uri, long generation) {
		Long last = this.generations.get(CacheKey.of(uri, "").url());
		return (last != null) ? last > generation : this.evicted > generation;
	}

}
