package dev.hyperclient.internal.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;

/**
 * Responses in memory, up to a maximum size. Beyond it, the least recently used ones are
 * evicted. Thread-safe.
 *
 * @param <V> the type of the values
 */
final class BoundedResponses<V> {

	/**
	 * The approximate size of a response without its texts and its content.
	 */
	private static final int OVERHEAD = 512;

	/**
	 * The approximate size of the entry of a response in the index of groups.
	 */
	private static final int GROUP_OVERHEAD = 256;

	private static final int STAMPS = 256;

	private final long maxBytes;

	/** The least recently used first. Guarded by this. */
	private final Map<CacheKey, Entry<V>> responses = new LinkedHashMap<>(16, 0.75f, true);

	/** The keys of the stored responses of each group. Guarded by this. */
	private final Map<CacheGroup, Set<CacheKey>> groups = new HashMap<>();

	private final long[] stamps = new long[STAMPS];

	private long bytes;

	private long evictions;

	BoundedResponses(long maxBytes) {
		this.maxBytes = maxBytes;
	}

	private record Entry<V>(V value, long bytes, Set<CacheGroup> groups) {
	}

	/**
	 * Return the approximate size of a response in memory.
	 */
	static long weight(CacheKey key, StoredResponse response, Set<CacheGroup> in) {
		long[] characters = { key.url().length() + key.variant().length() };
		response.headers().forEach((name, values) -> characters[0] += name.length() + weight(values));
		response.varied().forEach((name, value) -> characters[0] += name.length() + value.length());
		in.forEach((group) -> characters[0] += GROUP_OVERHEAD + group.name().length());
		return OVERHEAD + characters[0] + response.body().length();
	}

	synchronized @Nullable V get(CacheKey key) {
		Entry<V> found = this.responses.get(key);
		return (found != null) ? found.value() : null;
	}

	/**
	 * Return a stamp that changes whenever the response of the key is removed.
	 */
	synchronized long stamp(CacheKey key) {
		return this.stamps[index(key)];
	}

	/**
	 * Store a response unless it is larger than the maximum size.
	 * @param in the groups that it is in
	 * @return whether it is stored
	 */
	synchronized boolean put(CacheKey key, V value, long weight, Set<CacheGroup> in) {
		drop(key);
		if (weight > this.maxBytes) {
			return false;
		}
		this.responses.put(key, new Entry<>(value, weight, in));
		in.forEach((group) -> this.groups.computeIfAbsent(group, (added) -> new HashSet<>(2)).add(key));
		this.bytes += weight;
		while (this.bytes > this.maxBytes) {
			drop(this.responses.keySet().iterator().next());
			this.evictions++;
		}
		return true;
	}

	/**
	 * Store a response that was read elsewhere, unless the key was removed meanwhile.
	 * @param stamp the stamp before it was read
	 */
	synchronized void putIfUnchanged(CacheKey key, V value, long weight, Set<CacheGroup> in, long stamp) {
		if (this.stamps[index(key)] == stamp) {
			put(key, value, weight, in);
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
		Arrays.setAll(this.stamps, (i) -> this.stamps[i] + 1);
		keys(url).forEach(this::drop);
	}

	/**
	 * Remove the responses of groups, one by one, since there may be many. Changes all
	 * stamps, since a response that is being read may be in one of them.
	 */
	void removeGroups(Set<CacheGroup> removed) {
		List<CacheKey> keys = new ArrayList<>();
		synchronized (this) {
			Arrays.setAll(this.stamps, (i) -> this.stamps[i] + 1);
			removed.forEach((group) -> keys.addAll(this.groups.getOrDefault(group, Set.of())));
		}
		keys.forEach(this::drop);
	}

	synchronized void clear() {
		Arrays.setAll(this.stamps, (i) -> this.stamps[i] + 1);
		this.responses.clear();
		this.groups.clear();
		this.bytes = 0;
	}

	synchronized Set<CacheKey> keys(String url) {
		return this.responses.keySet().stream().filter((key) -> key.url().equals(url)).collect(Collectors.toSet());
	}

	synchronized List<CacheKey> recentKeys(int maximum) {
		List<CacheKey> keys = new ArrayList<>(this.responses.keySet());
		Collections.reverse(keys);
		return List.copyOf(keys.subList(0, Math.min(maximum, keys.size())));
	}

	synchronized StoreSize size() {
		return StoreSize.of(this.responses.size(), this.bytes);
	}

	synchronized long evictions() {
		return this.evictions;
	}

	private synchronized void drop(CacheKey key) {
		Entry<V> removed = this.responses.remove(key);
		if (removed == null) {
			return;
		}
		this.bytes -= removed.bytes();
		removed.groups().forEach((group) -> this.groups.computeIfPresent(group, (same, keys) -> {
			keys.remove(key);
			return keys.isEmpty() ? null : keys;
		}));
	}

	private static long weight(List<String> values) {
		return values.stream().mapToLong(String::length).sum();
	}

	private static int index(CacheKey key) {
		return (key.hashCode() & Integer.MAX_VALUE) % STAMPS;
	}

}
