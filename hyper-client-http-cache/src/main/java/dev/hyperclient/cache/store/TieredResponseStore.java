package dev.hyperclient.cache.store;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

import org.springframework.util.unit.DataSize;

/**
 * Keeps small responses that were used lately in memory, in front of a directory, so that
 * they cost no input and output.
 * <p>
 * What this process removes or replaces is gone from memory before the call returns. What
 * another process does in the directory is noticed after a second: for that long a
 * response in memory is trusted, and then its file must still be the same one.
 * Thread-safe.
 */
public final class TieredResponseStore implements ResponseStore {

	private static final Duration TRUSTED = Duration.ofSeconds(1);

	private final FileResponseStore disk;

	private final BoundedResponses<InMemory> memory;

	private final long trusted;

	/**
	 * Puts memory in front of a directory.
	 * @param disk the directory, which this store closes
	 * @param memory how much memory it takes at most, roughly
	 * @throws IllegalArgumentException if that is not positive
	 */
	public TieredResponseStore(FileResponseStore disk, DataSize memory) {
		this(disk, memory, TRUSTED);
	}

	TieredResponseStore(FileResponseStore disk, DataSize memory, Duration trusted) {
		if (memory.toBytes() <= 0) {
			throw new IllegalArgumentException("The memory of a cache must be positive, not " + memory);
		}
		this.disk = disk;
		this.memory = new BoundedResponses<>(memory.toBytes());
		this.trusted = trusted.toNanos();
	}

	private static final class InMemory {

		private final FoundFile file;

		private volatile long checked = System.nanoTime();

		InMemory(FoundFile file) {
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
		Optional<FoundFile> read = this.disk.findFile(key);
		read.filter((file) -> file.response().body().isInMemory())
			.ifPresent((file) -> this.memory.putIfUnchanged(key, new InMemory(file),
					BoundedResponses.weight(key, file.response()), stamp));
		return read.map(FoundFile::response);
	}

	@Override
	public void put(CacheKey key, StoredResponse response) {
		this.disk.put(key, response);
		// Read again when it is asked for: only then it is known which file is there.
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
	public void clear() {
		this.disk.clear();
		this.memory.clear();
	}

	/**
	 * The size of the directory.
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
	 * The directory.
	 */
	@Override
	public String toString() {
		return this.disk.toString();
	}

	private boolean isPresent(CacheKey key, InMemory found) {
		if (System.nanoTime() - found.checked < this.trusted) {
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
