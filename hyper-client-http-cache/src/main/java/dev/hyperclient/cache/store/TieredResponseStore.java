package dev.hyperclient.cache.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.springframework.util.unit.DataSize;

/**
 * Store in memory in front of a directory: short responses that were used recently are
 * served without input and output.
 * <p>
 * A response that this process removes or replaces leaves memory before the call returns.
 * Changes of other processes are noticed within a second: after that time the file of a
 * response in memory must still be the same. Thread-safe.
 */
public final class TieredResponseStore implements ResponseStore {

	private static final Duration RECHECK_AFTER = Duration.ofSeconds(1);

	private final FileResponseStore disk;

	private final BoundedResponses<InMemory> memory;

	private final long recheckAfter;

	/**
	 * Create a store.
	 * @param disk the store in the directory, which this store closes
	 * @param memory the approximate maximum size in memory
	 * @throws IllegalArgumentException if the size is not positive
	 */
	public TieredResponseStore(FileResponseStore disk, DataSize memory) {
		this(disk, memory, RECHECK_AFTER);
	}

	TieredResponseStore(FileResponseStore disk, DataSize memory, Duration recheckAfter) {
		if (memory.toBytes() <= 0) {
			throw new IllegalArgumentException("The memory tier of a cache must be positive, not " + memory);
		}
		this.disk = disk;
		this.memory = new BoundedResponses<>(memory.toBytes());
		this.recheckAfter = recheckAfter.toNanos();
	}

	private static final class InMemory {

		private final FileResponseStore.StoredFile file;

		private volatile long checked = System.nanoTime();

		InMemory(FileResponseStore.StoredFile file) {
			this.file = file;
		}

	}

	@Override
	public Optional<StoredResponse> find(CacheKey key) {
		InMemory found = this.memory.get(key);
		if (found != null && isPresent(key, found)) {
			return Optional.of(found.file.response());
		}
		long stamp = this.memory.stamp(key);
		Optional<FileResponseStore.StoredFile> read = this.disk.findFile(key);
		read.filter((file) -> file.response().body().isInMemory())
			.ifPresent((file) -> this.memory.putIfUnchanged(key, new InMemory(file),
					BoundedResponses.weight(key, file.response()), stamp));
		return read.map(FileResponseStore.StoredFile::response);
	}

	@Override
	public void put(CacheKey key, StoredResponse response) {
		this.disk.put(key, response);
		// Loaded again by find, since the identity of the new file is unknown.
		this.memory.remove(key);
	}

	@Override
	public ResponseWriter begin(CacheKey key, StoredResponse head) {
		return this.disk.begin(key, head).andThen(() -> this.memory.remove(key));
	}

	@Override
	public void remove(CacheKey key) {
		this.disk.remove(key);
		this.memory.remove(key);
	}

	@Override
	public Set<CacheKey> keys(String url) {
		return this.disk.keys(url);
	}

	@Override
	public List<CacheKey> recentKeys(int maximum) {
		return this.disk.recentKeys(maximum);
	}

	@Override
	public void clear() {
		this.disk.clear();
		this.memory.clear();
	}

	/**
	 * Return the size of the directory.
	 */
	@Override
	public StoreSize size() {
		return this.disk.size();
	}

	@Override
	public StoreStatistics statistics() {
		return this.disk.statistics();
	}

	@Override
	public void close() {
		this.disk.close();
		this.memory.clear();
	}

	/**
	 * Return the directory.
	 */
	@Override
	public String toString() {
		return this.disk.toString();
	}

	private boolean isPresent(CacheKey key, InMemory found) {
		if (System.nanoTime() - found.checked < this.recheckAfter) {
			return true;
		}
		if (!this.disk.isPresent(key, found.file.identity())) {
			this.memory.remove(key);
			return false;
		}
		found.checked = System.nanoTime();
		return true;
	}

}
