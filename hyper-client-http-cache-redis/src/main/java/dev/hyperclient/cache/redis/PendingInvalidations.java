package dev.hyperclient.cache.redis;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * The URLs whose invalidation failed, to be repeated before they are read again. Beyond a
 * maximum all URLs count. Thread-safe.
 */
final class PendingInvalidations {

	/** In place of a URL: all of them. */
	static final String ALL = "";

	private static final int MAX_URLS = 10_000;

	/** The number of the latest failure by URL. */
	private final Map<String, Long> urls = new ConcurrentHashMap<>();

	private final AtomicLong failures = new AtomicLong();

	/**
	 * Keep the failed invalidation of a URL, or of {@link #ALL}.
	 * @return the number of the failure
	 */
	long add(String url) {
		long failure = this.failures.incrementAndGet();
		this.urls.put((this.urls.size() < MAX_URLS) ? url : ALL, failure);
		return failure;
	}

	boolean isEmpty() {
		return this.urls.isEmpty();
	}

	/**
	 * Return the number of the latest failure of a URL, or of {@link #ALL}, or
	 * {@code null} without one.
	 */
	@Nullable Long get(String url) {
		return this.urls.get(url);
	}

	/**
	 * Return the number of the latest failure by URL, without {@link #ALL}.
	 */
	Map<String, Long> byUrl() {
		Map<String, Long> found = new HashMap<>(this.urls);
		found.remove(ALL);
		return found;
	}

	/**
	 * Forget a failure, after the invalidation has been repeated. A later one is kept.
	 */
	void repeated(String url, Long failure) {
		this.urls.remove(url, failure);
	}

}
