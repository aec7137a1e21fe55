package dev.hyperclient.cache.redis;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * The URLs whose invalidation failed, to be repeated before they are read again. Beyond a
 * maximum all URLs count. Thread-safe.
 */
final class PendingInvalidations {

	private static final int MAX_URLS = 10_000;

	/** The number of the latest failure by URL. */
	private final Map<String, Long> urls = new ConcurrentHashMap<>();

	private final AtomicLong failures = new AtomicLong();

	private volatile long all;

	/**
	 * Keep the failed invalidation of a URL.
	 * @return the number of the failure
	 */
	long add(String url) {
		long failure = this.failures.incrementAndGet();
		if (this.urls.size() < MAX_URLS) {
			this.urls.put(url, failure);
		}
		else {
			addAll();
		}
		return failure;
	}

	/** Synchronised, so that a failure while everything is removed is not forgotten. */
	synchronized void addAll() {
		this.all = this.failures.incrementAndGet();
	}

	boolean isEmpty() {
		return this.all == 0 && this.urls.isEmpty();
	}

	/**
	 * Return the number of the latest failure of a URL, or {@code null} without one.
	 */
	@Nullable Long get(String url) {
		return this.urls.get(url);
	}

	/**
	 * Return the number of the latest failure that concerns all URLs, zero without one.
	 */
	long all() {
		return this.all;
	}

	Set<String> urls() {
		return Set.copyOf(this.urls.keySet());
	}

	/**
	 * Forget a failure, after the invalidation has been repeated. A later one is kept.
	 */
	void repeated(String url, Long failure) {
		this.urls.remove(url, failure);
	}

	/**
	 * Forget a failure that concerns all URLs, after everything has been removed.
	 */
	synchronized void allRepeated(long failure) {
		if (this.all == failure) {
			this.all = 0;
		}
	}

}
