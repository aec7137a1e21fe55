package dev.hyperclient.cache;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.hyperclient.cache.store.CacheKey;

/**
 * Remembers the latest invalidations in this process, so that an answer that was asked
 * for before is not stored afterwards. What is forgotten counts as having concerned every
 * address, which costs no more than a slow answer that is not stored. Thread-safe.
 */
final class Generations {

	private static final int REMEMBERED = 1024;

	private final Map<String, Long> invalidated = new LinkedHashMap<>();

	private long current;

	private long forgotten;

	/**
	 * The present generation, which each invalidation ends.
	 */
	synchronized long current() {
		return this.current;
	}

	/**
	 * Takes note of the invalidation of an address, before it is removed.
	 */
	synchronized void invalidate(URI uri) {
		String url = CacheKey.of(uri, "").url();
		this.invalidated.remove(url);
		this.invalidated.put(url, ++this.current);
		if (this.invalidated.size() > REMEMBERED) {
			var eldest = this.invalidated.entrySet().iterator();
			this.forgotten = eldest.next().getValue();
			eldest.remove();
		}
	}

	/**
	 * Takes note that all are removed.
	 */
	synchronized void invalidateAll() {
		this.invalidated.clear();
		this.forgotten = ++this.current;
	}

	/**
	 * Whether an address was invalidated since a generation.
	 */
	synchronized boolean isOutdated(URI uri, long generation) {
		if (generation == this.current) {
			return false;
		}
		Long last = this.invalidated.get(CacheKey.of(uri, "").url());
		return (last != null) ? last > generation : this.forgotten > generation;
	}

}
