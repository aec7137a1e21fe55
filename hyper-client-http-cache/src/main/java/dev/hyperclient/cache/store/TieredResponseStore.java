package dev.hyperclient.cache.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

/**
 * Store in memory in front of another one: short responses that were used recently are
 * served without input and output.
 * <p>
 * A response that this process removes, replaces or invalidates leaves memory before the
 * call returns. Changes of other processes are noticed by lookups that begin a second
 * later: after that time the file of a response in memory must still be the same, and
 * from a store other than files the response is read again. Thread-safe.
 */
public final class TieredResponseStore implements SharedResponseStore {

	private static final Duration RECHECK_AFTER = Duration.ofSeconds(1);

	private final ResponseStore behind;

	private final @Nullable FileResponseStore files;

	private final @Nullable SharedResponseStore shared;

	private final BoundedResponses<InMemory> memory;

	private final long recheckAfter;

	/**
	 * Create a store in front of a directory.
	 * @param disk the store in the directory, which this store closes
	 * @param memory the approximate maximum size in memory
	 * @throws IllegalArgumentException if the size is not positive
	 */
	public TieredResponseStore(FileResponseStore disk, DataSize memory) {
		this(disk, memory, RECHECK_AFTER);
	}

	/**
	 * Create a store in front of another one.
	 * @param behind the other store, which this store closes
	 * @param memory the approximate maximum size in memory
	 * @throws IllegalArgumentException if the size is not positive
	 */
	public TieredResponseStore(ResponseStore behind, DataSize memory) {
		this(behind, memory, RECHECK_AFTER);
	}

	TieredResponseStore(ResponseStore behind, DataSize memory, Duration recheckAfter) {
		if (memory.toBytes() <= 0) {
			throw new IllegalArgumentException("The memory tier of a cache must be positive, not " + memory);
		}
		this.behind = behind;
		this.files = (behind instanceof FileResponseStore directory) ? directory : null;
		this.shared = (behind instanceof SharedResponseStore store) ? store : null;
		this.memory = new BoundedResponses<>(memory.toBytes());
		this.recheckAfter = recheckAfter.toNanos();
	}

	private static final class InMemory {

		private final StoredResponse response;

		private final FileBody.@Nullable Identity file;

		/** Through which it was read. */
		private final ResponseStore source;

		/** When it was certainly present, by {@link System#nanoTime}. */
		private volatile long checked;

		InMemory(StoredResponse response, FileBody.@Nullable Identity file, ResponseStore source, long checked) {
			this.checked = checked;
			this.response = response;
			this.file = file;
			this.source = source;
		}

	}

	@Override
	public Optional<StoredResponse> find(CacheKey key) {
		InMemory found = this.memory.get(key);
		return (found != null && isPresent(key, found)) ? Optional.of(found.response) : read(key, this.behind);
	}

	@Override
	public void put(CacheKey key, StoredResponse response) {
		this.behind.put(key, response);
		// Loaded again by find, since the identity of the new file is unknown.
		this.memory.remove(key);
	}

	@Override
	public ResponseWriter begin(CacheKey key, StoredResponse head) {
		return this.behind.begin(key, head).andThen(() -> this.memory.remove(key));
	}

	@Override
	public void remove(CacheKey key) {
		this.behind.remove(key);
		this.memory.remove(key);
	}

	@Override
	public SharedResponseStore forRequest(String url) {
		return (this.shared != null) ? new Request(url, this.shared.forRequest(url)) : this;
	}

	@Override
	public boolean invalidateAll(Set<String> urls) {
		return this.shared != null && invalidateAll(this.shared, urls);
	}

	@Override
	public Optional<String> failure() {
		return (this.shared != null) ? this.shared.failure() : Optional.empty();
	}

	@Override
	public Set<CacheKey> keys(String url) {
		return this.behind.keys(url);
	}

	@Override
	public List<CacheKey> recentKeys(int maximum) {
		return this.behind.recentKeys(maximum);
	}

	@Override
	public void clear() {
		this.behind.clear();
		this.memory.clear();
	}

	/**
	 * Return the size of the other store.
	 */
	@Override
	public StoreSize size() {
		return this.behind.size();
	}

	@Override
	public StoreStatistics statistics() {
		return this.behind.statistics();
	}

	@Override
	public void close() {
		this.behind.close();
		this.memory.clear();
	}

	/**
	 * Return the text of the other store, such as the directory.
	 */
	@Override
	public String toString() {
		return this.behind.toString();
	}

	private boolean invalidateAll(SharedResponseStore source, Set<String> urls) {
		boolean invalidated = source.invalidateAll(urls);
		if (invalidated) {
			urls.forEach(this.memory::removeAll);
		}
		return invalidated;
	}

	private boolean isPresent(CacheKey key, InMemory found) {
		if (System.nanoTime() - found.checked < this.recheckAfter) {
			return true;
		}
		if (this.files == null || found.file == null || !this.files.isPresent(key, found.file)) {
			this.memory.remove(key);
			return false;
		}
		found.checked = System.nanoTime();
		return true;
	}

	/**
	 * Read a response and keep it in memory if it is short.
	 */
	private Optional<StoredResponse> read(CacheKey key, ResponseStore source) {
		long stamp = this.memory.stamp(key);
		// It may be changed by another process while it is read.
		long from = System.nanoTime();
		Optional<InMemory> read = (this.files != null)
				? this.files.findFile(key).map((file) -> new InMemory(file.response(), file.identity(), source, from))
				: source.find(key).map((response) -> new InMemory(response, null, source, from));
		read.filter((found) -> found.response.body().isInMemory())
			.ifPresent((found) -> this.memory.putIfUnchanged(key, found, BoundedResponses.weight(key, found.response),
					stamp));
		return read.map((found) -> found.response);
	}

	/**
	 * This store for one request. If its first lookup is answered from memory, the other
	 * store knows the request by the lookup that has filled the memory.
	 */
	private final class Request implements SharedResponseStore {

		private final String url;

		private SharedResponseStore source;

		private boolean lookedUp;

		Request(String url, SharedResponseStore source) {
			this.url = url;
			this.source = source;
		}

		@Override
		public Optional<StoredResponse> find(CacheKey key) {
			InMemory found = TieredResponseStore.this.memory.get(key);
			if (found != null && isPresent(key, found)) {
				if (!this.lookedUp && found.source instanceof SharedResponseStore shared) {
					this.source = shared.forRequest(this.url);
					this.lookedUp = true;
				}
				return Optional.of(found.response);
			}
			this.lookedUp = true;
			return read(key, this.source);
		}

		@Override
		public void put(CacheKey key, StoredResponse response) {
			this.source.put(key, response);
			TieredResponseStore.this.memory.remove(key);
		}

		@Override
		public ResponseWriter begin(CacheKey key, StoredResponse head) {
			return this.source.begin(key, head).andThen(() -> TieredResponseStore.this.memory.remove(key));
		}

		@Override
		public void remove(CacheKey key) {
			this.source.remove(key);
			TieredResponseStore.this.memory.remove(key);
		}

		@Override
		public SharedResponseStore forRequest(String url) {
			return new Request(url, this.source.forRequest(url));
		}

		@Override
		public boolean invalidateAll(Set<String> urls) {
			return TieredResponseStore.this.invalidateAll(this.source, urls);
		}

		@Override
		public boolean awaitResponse(String request, boolean ownProcess) {
			return this.source.awaitResponse(request, ownProcess);
		}

		@Override
		public void endRequest() {
			this.source.endRequest();
		}

		@Override
		public Optional<String> failure() {
			return TieredResponseStore.this.failure();
		}

		@Override
		public Set<CacheKey> keys(String url) {
			return TieredResponseStore.this.keys(url);
		}

		@Override
		public void clear() {
			TieredResponseStore.this.clear();
		}

		@Override
		public StoreSize size() {
			return TieredResponseStore.this.size();
		}

		@Override
		public void close() {
			// Belongs to the store.
		}

	}

}
