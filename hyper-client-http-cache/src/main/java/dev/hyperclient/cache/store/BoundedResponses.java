package dev.hyperclient.cache.store;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Responses in memory, up to a maximum size. Beyond it, responses are evicted in the
 * order in which they were stored, except that one that has been used since is kept and
 * placed last. That is almost the order of their last use, without a search. Reading
 * takes no lock. Thread-safe.
 *
 * @param <V> the type of the values
 */
final class BoundedResponses<V> {

	/**
	 * The approximate size of a response without its texts and its content.
	 */
	private static final int OVERHEAD = 512;

	private static final int STAMPS = 256;

	private final long maxBytes;

	private final Map<CacheKey, Entry<V>> responses = new ConcurrentHashMap<>();

	/** The same, the next one to evict first. Guarded by this. */
	private final Map<CacheKey, Entry<V>> order = new LinkedHashMap<>();

	private final long[] stamps = new long[STAMPS];

	private long bytes;

	private long evictions;

	BoundedResponses(long maxBytes) {
		this.maxBytes = maxBytes;
	}

	private static final class Entry<V> {

		private final V value;

		private final long bytes;

		private volatile long used = System.nanoTime();

		/** When it was placed in the order of eviction. */
		private long placed = this.used;

		Entry(V value, long bytes) {
			this.value = value;
			this.bytes = bytes;
		}

	}

	private record Candidate(CacheKey key, long unused) {
	}

	/**
	 * Return the approximate size of a response in memory.
	 */
	static long weight(CacheKey key, StoredResponse response) {
		long[] characters = { key.url().length() + key.variant().length() };
		response.headers().forEach((name, values) -> characters[0] += name.length() + weight(values));
		response.varied().forEach((name, value) -> characters[0] += name.length() + value.length());
		return OVERHEAD + characters[0] + response.body().length();
	}

	@Nullable V get(CacheKey key) {
		Entry<V> found = this.responses.get(key);
		if (found == null) {
			return null;
		}
		found.used = System.nanoTime();
		return found.value;
	}

	/**
	 * Return a stamp that changes whenever the response of the key is removed.
	 */
	synchronized long stamp(CacheKey key) {
		return this.stamps[index(key)];
	}

	/**
	 * Store a response unless it is larger than the maximum size.
	 * @return whether it is stored
	 */
	synchronized boolean put(CacheKey key, V value, long weight) {
		if (weight > this.maxBytes) {
			drop(key);
			return false;
		}
		Entry<V> added = new Entry<>(value, weight);
		Entry<V> before = this.responses.put(key, added);
		this.bytes += weight - ((before != null) ? before.bytes : 0);
		place(key, added);
		if (this.bytes > this.maxBytes) {
			evict(key);
		}
		return true;
	}

	/**
	 * Store a response that was read elsewhere, unless the key was removed meanwhile.
	 * @param stamp the stamp before it was read
	 */
	synchronized void putIfUnchanged(CacheKey key, V value, long weight, long stamp) {
		if (this.stamps[index(key)] == stamp) {
			put(key, value, weight);
		}
	}

	synchronized void remove(CacheKey key) {
		this.stamps[index(key)]++;
		drop(key);
	}

	/**
	 * Remove the responses of a URL. Changes all stamps, since its other keys are
	 * unknown.
	 */
	synchronized void removeAll(String url) {
		for (int i = 0; i < STAMPS; i++) {
			this.stamps[i]++;
		}
		keys(url).forEach(this::drop);
	}

	synchronized void clear() {
		for (int i = 0; i < STAMPS; i++) {
			this.stamps[i]++;
		}
		this.responses.clear();
		this.order.clear();
		this.bytes = 0;
	}

	Set<CacheKey> keys(String url) {
		return this.responses.keySet().stream().filter((key) -> key.url().equals(url)).collect(Collectors.toSet());
	}

	List<CacheKey> recentKeys(int maximum) {
		long now = System.nanoTime();
		return this.responses.entrySet()
			.stream()
			.map((entry) -> new Candidate(entry.getKey(), now - entry.getValue().used))
			.sorted(Comparator.comparingLong(Candidate::unused))
			.limit(maximum)
			.map(Candidate::key)
			.toList();
	}

	synchronized StoreSize size() {
		return new StoreSize(this.responses.size(), this.bytes);
	}

	synchronized long evictions() {
		return this.evictions;
	}

	private void evict(CacheKey latest) {
		// Other threads may use responses meanwhile: each is kept once at most.
		int kept = this.order.size();
		while (this.bytes > this.maxBytes) {
			Map.Entry<CacheKey, Entry<V>> first = this.order.entrySet().iterator().next();
			CacheKey key = first.getKey();
			Entry<V> entry = first.getValue();
			if (key.equals(latest) || (entry.used != entry.placed && kept-- > 0)) {
				place(key, entry);
			}
			else {
				drop(key);
				this.evictions++;
			}
		}
	}

	private void place(CacheKey key, Entry<V> entry) {
		entry.placed = entry.used;
		this.order.remove(key);
		this.order.put(key, entry);
	}

	private void drop(CacheKey key) {
		Entry<V> removed = this.responses.remove(key);
		this.order.remove(key);
		this.bytes -= (removed != null) ? removed.bytes : 0;
	}

	private static long weight(List<String> values) {
		return values.stream().mapToLong(String::length).sum();
	}

	private static int index(CacheKey key) {
		return (key.hashCode() & Integer.MAX_VALUE) % STAMPS;
	}

}
