package dev.hyperclient.internal.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoreStatistics;
import dev.hyperclient.cache.store.StoredResponse;
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

	private final BoundedResponses<InMemory> memory;

	private final long recheckAfter;

	/** Through which responses are read and stored: of one request or of all. */
	private volatile ResponseStore source;

	/** Of a request that the source does not know yet. */
	private @Nullable String url;

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
		this(behind, new BoundedResponses<>(memory.toBytes()), recheckAfter.toNanos(), null, behind);
		if (memory.toBytes() <= 0) {
			throw new IllegalArgumentException("The memory tier of a cache must be positive, not " + memory);
		}
	}

	private TieredResponseStore(ResponseStore behind, BoundedResponses<InMemory> memory, long recheckAfter,
			@Nullable String url, ResponseStore source) {
		this.behind = behind;
		this.files = (behind instanceof FileResponseStore directory) ? directory : null;
		this.memory = memory;
		this.recheckAfter = recheckAfter;
		this.url = url;
		this.source = source;
	}

	/**
	 * A response in memory.
	 *
	 * @param file the identity of its file, if it was read from one
	 * @param source through which it was read
	 * @param checked when it was certainly present, by {@link System#nanoTime}
	 */
	private record InMemory(StoredResponse response, ResponseFile.@Nullable Identity file, ResponseStore source,
			AtomicLong checked) {
	}

	/**
	 * Return the response of a key. If the first lookup of a request is answered from
	 * memory, the other store knows the request by the lookup that has filled the memory.
	 */
	@Override
	public Optional<StoredResponse> find(CacheKey key) {
		InMemory found = this.memory.get(key);
		if (found == null || !recheck(key, found)) {
			this.url = null;
			return read(key);
		}
		if (this.url != null && found.source() instanceof SharedResponseStore shared) {
			this.source = shared.forRequest(this.url);
			this.url = null;
		}
		return Optional.of(found.response());
	}

	@Override
	public void put(CacheKey key, StoredResponse response) {
		this.source.put(key, response);
		// Loaded again by find, since the identity of the new file is unknown.
		this.memory.remove(key);
	}

	@Override
	public ResponseWriter begin(CacheKey key, StoredResponse head) {
		return this.source.begin(key, head).andThen(() -> this.memory.remove(key));
	}

	@Override
	public void remove(CacheKey key) {
		this.source.remove(key);
		this.memory.remove(key);
	}

	@Override
	public SharedResponseStore forRequest(String url) {
		return (this.source instanceof SharedResponseStore shared)
				? new TieredResponseStore(this.behind, this.memory, this.recheckAfter, url, shared.forRequest(url))
				: this;
	}

	@Override
	public boolean invalidateAll(Set<String> urls) {
		boolean invalidated = this.source instanceof SharedResponseStore shared && shared.invalidateAll(urls);
		if (invalidated) {
			urls.forEach(this.memory::removeAll);
		}
		return invalidated;
	}

	@Override
	public void removeGroups(Set<CacheGroup> groups) {
		this.source.removeGroups(groups);
		this.memory.removeGroups(groups);
	}

	@Override
	public boolean isLookedUp() {
		return !(this.source instanceof SharedResponseStore shared) || shared.isLookedUp();
	}

	@Override
	public boolean accepts(long length) {
		return !(this.source instanceof SharedResponseStore shared) || shared.accepts(length);
	}

	@Override
	public Optional<String> failure() {
		return this.behind.failure();
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
	public void endUnstored() {
		if (this.behind instanceof SharedResponseStore shared) {
			shared.endUnstored();
		}
	}

	@Override
	public void clear() {
		removeAll();
	}

	@Override
	public OptionalLong removeAll() {
		OptionalLong removed = this.behind.removeAll();
		this.memory.clear();
		return removed;
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

	/**
	 * Whether a response in memory may be served: checked again after a second, and
	 * dropped if its file has changed.
	 */
	private boolean recheck(CacheKey key, InMemory found) {
		if (System.nanoTime() - found.checked().get() < this.recheckAfter) {
			return true;
		}
		if (this.files == null || found.file() == null || !this.files.isUnchanged(key, found.file())) {
			this.memory.remove(key);
			return false;
		}
		found.checked().set(System.nanoTime());
		return true;
	}

	/**
	 * Read a response and keep it in memory if it is short.
	 */
	private Optional<StoredResponse> read(CacheKey key) {
		long stamp = this.memory.stamp(key);
		ResponseStore source = this.source;
		// It may be changed by another process while it is read.
		AtomicLong from = new AtomicLong(System.nanoTime());
		Optional<InMemory> read = (this.files != null)
				? this.files.findFile(key, true)
					.map((file) -> new InMemory(file.response(), file.identity(), source, from))
				: source.find(key).map((response) -> new InMemory(response, null, source, from));
		read.filter((found) -> found.response().body().isInMemory()).ifPresent((found) -> {
			Set<CacheGroup> groups = CacheGroup.of(key, found.response());
			this.memory.putIfUnchanged(key, found, BoundedResponses.weight(key, found.response(), groups), groups,
					stamp);
		});
		return read.map(InMemory::response);
	}

}
