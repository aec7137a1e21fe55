package dev.hyperclient.cache;

import java.net.URI;
import java.util.concurrent.atomic.AtomicLongArray;

import dev.hyperclient.cache.store.CacheKey;

/**
 * Counts the invalidations of addresses in this process, so that an answer that was asked
 * for before is not stored afterwards. Addresses may share a count, which costs no more
 * than an answer that is not stored. Thread-safe.
 */
final class Generations {

	private static final int SIZE = 1024;

	private final AtomicLongArray counts = new AtomicLongArray(SIZE);

	long current(URI uri) {
		return this.counts.get(index(uri));
	}

	void next(URI uri) {
		this.counts.incrementAndGet(index(uri));
	}

	void nextOfAll() {
		for (int i = 0; i < SIZE; i++) {
			this.counts.incrementAndGet(i);
		}
	}

	private static int index(URI uri) {
		return Math.floorMod(CacheKey.of(uri, "").hashCode(), SIZE);
	}

}
