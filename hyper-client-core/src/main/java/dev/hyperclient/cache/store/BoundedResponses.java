package dev.hyperclient.cache.store;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Responses in memory, up to a number of bytes; the least recently used ones give way.
 * Its lock is held for a few steps in memory only. Thread-safe.
 *
 * @param <V> what is kept of a response
 */
final class BoundedResponses<V> {

	/**
	 * What a response takes beside its texts and its content, roughly.
	 */
	private static final int OVERHEAD = 512;

	private static final int STAMPS = 256;

	private final long maxBytes;

	private final Map<CacheKey, Weighed<V>> responses = new LinkedHashMap<>(16, 0.75f, true);

	private final long[] stamps = new long[STAMPS];

	private long bytes;

	private long evictions;

	BoundedResponses(long maxBytes) {
		this.maxBytes = maxBytes;
	}

	private record Weighed<V>(V value, long bytes) {
	}

	/**
	 * What a response takes in memory, roughly.
	 */
	static long weight(CacheKey key, StoredResponse response) {
		long[] characters = { key.url().length() + key.mediaType().length() };
		response.headers().forEach((name, values) -> characters[0] += name.length() + weight(values));
		response.varied().forEach((name, value) -> characters[0] += name.length() + value.length());
		return OVERHEAD + characters[0] + response.body().length();
	}

	synchronized @Nullable V get(CacheKey key) {
		Weighed<V> found = this.responses.get(key);
		return (found != null) ? found.value() : null;
	}

	/**
	 * Changes whenever what is under a key is removed.
	 */
	synchronized long stamp(CacheKey key) {
		return this.stamps[index(key)];
	}

	/**
	 * Keeps a response unless it is larger than all may be.
	 * @return whether it is kept
	 */
	synchronized boolean put(CacheKey key, V value, long weight) {
		Weighed<V> before = this.responses.remove(key);
		this.bytes -= (before != null) ? before.bytes() : 0;
		if (weight > this.maxBytes) {
			return false;
		}
		this.responses.put(key, new Weighed<>(value, weight));
		this.bytes += weight;
		Iterator<Weighed<V>> oldestFirst = this.responses.values().iterator();
		while (this.bytes > this.maxBytes) {
			this.bytes -= oldestFirst.next().bytes();
			oldestFirst.remove();
			this.evictions++;
		}
		return true;
	}

	/**
	 * Keeps a response that was read, unless the key was removed meanwhile.
	 * @param stamp the stamp from before it was read
	 */
	synchronized void putIfUnchanged(CacheKey key, V value, long weight, long stamp) {
		if (this.stamps[index(key)] == stamp) {
			put(key, value, weight);
		}
	}

	synchronized void remove(CacheKey key) {
		this.stamps[index(key)]++;
		Weighed<V> removed = this.responses.remove(key);
		this.bytes -= (removed != null) ? removed.bytes() : 0;
	}

	synchronized void clear() {
		for (int i = 0; i < STAMPS; i++) {
			this.stamps[i]++;
		}
		this.responses.clear();
		this.bytes = 0;
	}

	synchronized Set<CacheKey> keys(String url) {
		return this.responses.keySet().stream().filter((key) -> key.url().equals(url)).collect(Collectors.toSet());
	}

	synchronized StoreSize size() {
		return new StoreSize(this.responses.size(), this.bytes);
	}

	synchronized long evictions() {
		return this.evictions;
	}

	private static long weight(List<String> values) {
		return values.stream().mapToLong(String::length).sum();
	}

	private static int index(CacheKey key) {
		return (key.hashCode() & Integer.MAX_VALUE) % STAMPS;
	}

}
