package dev.hyperclient.internal.transaction;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredResponse;

/**
 * The latest invalidations of this process, so that a response that was requested before
 * an invalidation is not stored after it. An invalidation that no longer fits into the
 * log counts for every URL and group, with no other effect than that a late response is
 * not stored. Thread-safe.
 */
final class InvalidationLog {

	private static final int MAX_LOGGED = 1024;

	/** By normalised URL or by group. */
	private final Map<Object, Long> generations = new LinkedHashMap<>();

	/** Read without the lock, since each request of each thread reads it. */
	private volatile long current;

	/** The newest generation that no longer fits into the log. */
	private long forgotten;

	/** The responses that are being stored, by normalised URL. */
	private final Map<String, Set<Storing>> storing = new ConcurrentHashMap<>();

	/**
	 * Return the current generation. Each invalidation begins the next one.
	 */
	long current() {
		return this.current;
	}

	/**
	 * Log the invalidation of a URL, before its stored responses are removed.
	 */
	void invalidate(URI uri) {
		add(CacheKey.of(uri, "").url());
	}

	/**
	 * Log the invalidation of a group, before its stored responses are removed.
	 */
	void invalidate(CacheGroup group) {
		add(group);
	}

	private synchronized void add(Object invalidated) {
		long next = this.current + 1;
		this.generations.remove(invalidated);
		this.generations.put(invalidated, next);
		this.current = next;
		if (this.generations.size() > MAX_LOGGED) {
			var eldest = this.generations.entrySet().iterator();
			this.forgotten = eldest.next().getValue();
			eldest.remove();
		}
	}

	/**
	 * Log the invalidation of all URLs.
	 */
	synchronized void invalidateAll() {
		this.generations.clear();
		this.forgotten = this.current + 1;
		this.current = this.forgotten;
	}

	/**
	 * Whether a URL has been invalidated since a generation.
	 */
	boolean isInvalidated(URI uri, long generation) {
		return generation != this.current && isInvalidatedSince(CacheKey.of(uri, "").url(), generation);
	}

	/**
	 * Whether a URL, or a group that a response of it is in, has been invalidated since a
	 * generation.
	 */
	boolean isInvalidated(URI uri, StoredResponse response, long generation) {
		return generation != this.current
				&& (isInvalidated(uri, generation) || CacheGroup.of(CacheKey.of(uri, ""), response)
					.stream()
					.anyMatch((group) -> isInvalidatedSince(group, generation)));
	}

	/**
	 * Store a response unless it has been invalidated since a generation, and remove it
	 * if it has been meanwhile.
	 * @return whether it was stored, even if it was removed at once
	 */
	boolean store(URI uri, StoredResponse response, long generation, Runnable store, Runnable remove) {
		String url = CacheKey.of(uri, "").url();
		Storing own = new Storing(response, generation);
		this.storing.compute(url, (key, others) -> {
			Set<Storing> all = (others != null) ? others : ConcurrentHashMap.newKeySet();
			all.add(own);
			return all;
		});
		try {
			if (isInvalidated(uri, response, generation)) {
				return false;
			}
			store.run();
			// An invalidation is first logged and then removes.
			if (isInvalidated(uri, response, generation)) {
				remove.run();
			}
			return true;
		}
		finally {
			this.storing.computeIfPresent(url, (key, all) -> (all.remove(own) && all.isEmpty()) ? null : all);
		}
	}

	/**
	 * Whether a response to a URL that has been invalidated is being stored, so that the
	 * store may have it until it is removed. Asked before the store is read.
	 */
	boolean isBeingStored(URI uri) {
		Set<Storing> all = this.storing.isEmpty() ? null : this.storing.get(CacheKey.of(uri, "").url());
		return all != null
				&& all.stream().anyMatch((storing) -> isInvalidated(uri, storing.response, storing.generation));
	}

	private synchronized boolean isInvalidatedSince(Object invalidated, long generation) {
		Long last = this.generations.get(invalidated);
		return (last != null) ? last > generation : this.forgotten > generation;
	}

	/**
	 * A response that is being stored. Compared by reference.
	 */
	private static final class Storing {

		private final StoredResponse response;

		private final long generation;

		Storing(StoredResponse response, long generation) {
			this.response = response;
			this.generation = generation;
		}

	}

}
