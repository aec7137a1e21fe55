package dev.hyperclient.internal.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoreStatistics;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.unit.DataSize;

/**
 * Store in memory, for this process only. Beyond the maximum size, the least recently
 * used responses are evicted. Never blocks for long. Thread-safe.
 */
public final class MemoryResponseStore implements ResponseStore {

	private static final Logger logger = LoggerFactory.getLogger(MemoryResponseStore.class);

	private final BoundedResponses<StoredResponse> responses;

	private final LongAdder puts = new LongAdder();

	private volatile boolean closed;

	/**
	 * Create an empty store.
	 * @param maxSize the approximate maximum size
	 * @throws IllegalArgumentException if the size is not positive
	 */
	public MemoryResponseStore(DataSize maxSize) {
		if (maxSize.toBytes() <= 0) {
			throw new IllegalArgumentException(
					"The maximum size of a cache in memory must be positive, not " + maxSize);
		}
		this.responses = new BoundedResponses<>(maxSize.toBytes());
	}

	@Override
	public Optional<StoredResponse> find(CacheKey key) {
		return Optional.ofNullable(this.responses.get(key));
	}

	@Override
	public void put(CacheKey key, StoredResponse response) {
		try {
			StoredResponse collected = response.body().isInMemory() ? response
					: response.withBody(StoredBody.of(response.body().bytes()));
			Set<CacheGroup> groups = CacheGroup.of(key, collected);
			if (!this.closed
					&& this.responses.put(key, collected, BoundedResponses.weight(key, collected, groups), groups)) {
				this.puts.increment();
			}
		}
		catch (IOException ex) {
			logger.debug("Not stored, since its content cannot be read", ex);
		}
	}

	@Override
	public void remove(CacheKey key) {
		this.responses.remove(key);
	}

	@Override
	public void removeGroups(Set<CacheGroup> groups) {
		this.responses.removeGroups(groups);
	}

	@Override
	public Set<CacheKey> keys(String url) {
		return this.responses.keys(url);
	}

	@Override
	public List<CacheKey> recentKeys(int maximum) {
		return this.responses.recentKeys(maximum);
	}

	@Override
	public void clear() {
		this.responses.clear();
	}

	@Override
	public StoreSize size() {
		return this.responses.size();
	}

	@Override
	public StoreStatistics statistics() {
		return StoreStatistics.of(this.puts.sum(), this.responses.evictions());
	}

	/**
	 * Return the word memory, as other stores return their directory.
	 */
	@Override
	public String toString() {
		return "memory";
	}

	@Override
	public void close() {
		this.closed = true;
		this.responses.clear();
	}

}
