package dev.hyperclient.cache.store;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import dev.hyperclient.internal.store.SharedResponseStore;

/**
 * A store that can be looked into. Its content can vanish after it has been found.
 */
public class TestStore implements ResponseStore {

	/** The stored responses, the oldest first. */
	public final Map<CacheKey, StoredResponse> stored;

	/** The number of lookups. */
	public final AtomicInteger finds = new AtomicInteger();

	/** The number of responses that were stored. */
	public final AtomicInteger puts = new AtomicInteger();

	/** Whether content cannot be opened. */
	public volatile boolean vanished;

	public TestStore() {
		this(Collections.synchronizedMap(new LinkedHashMap<>()));
	}

	private TestStore(Map<CacheKey, StoredResponse> stored) {
		this.stored = stored;
	}

	@Override
	public Optional<StoredResponse> find(CacheKey key) {
		this.finds.incrementAndGet();
		return Optional.ofNullable(this.stored.get(key))
			.map((found) -> found.withBody(new VanishingBody(found.body())));
	}

	@Override
	public void put(CacheKey key, StoredResponse response) {
		this.puts.incrementAndGet();
		this.stored.put(key, response);
	}

	@Override
	public void remove(CacheKey key) {
		this.stored.remove(key);
	}

	@Override
	public Set<CacheKey> keys(String url) {
		return recentKeys(Integer.MAX_VALUE).stream()
			.filter((key) -> key.url().equals(url))
			.collect(Collectors.toSet());
	}

	@Override
	public List<CacheKey> recentKeys(int maximum) {
		synchronized (this.stored) {
			return this.stored.keySet().stream().limit(maximum).toList();
		}
	}

	@Override
	public void clear() {
		this.stored.clear();
	}

	@Override
	public StoreSize size() {
		return StoreSize.of(this.stored.size(), 0);
	}

	@Override
	public void close() {
		clear();
	}

	private final class VanishingBody implements StoredBody {

		private final StoredBody body;

		VanishingBody(StoredBody body) {
			this.body = body;
		}

		@Override
		public long length() {
			return this.body.length();
		}

		@Override
		public StoredBody snapshot() {
			return this;
		}

		@Override
		public ReadableByteChannel open() throws IOException {
			if (TestStore.this.vanished) {
				throw new IOException("vanished");
			}
			return this.body.open();
		}

		@Override
		public byte[] bytes() throws IOException {
			return this.body.bytes();
		}

	}

	/**
	 * A store that processes share, or its view of one request. Its content is in memory.
	 */
	public static final class Shared extends TestStore implements SharedResponseStore {

		/** The URLs that were invalidated. */
		public final Set<String> invalidated = new HashSet<>();

		/**
		 * Whether a response was stored through a later view than that of its request.
		 */
		public boolean storedLater;

		/** Whether requests that are being made have been ended. */
		public boolean ended;

		/** The failure, empty for none. */
		public String failure = "";

		/** The store that this is a view of. */
		private final Shared all;

		private final boolean isLater;

		private boolean isLookedUp;

		public Shared() {
			this.all = this;
			this.isLater = false;
		}

		private Shared(Shared all, boolean isLater) {
			super(all.stored);
			this.all = all;
			this.isLater = isLater;
			this.isLookedUp = isLater;
		}

		@Override
		public SharedResponseStore forRequest(String url) {
			return new Shared(this.all, this != this.all);
		}

		@Override
		public boolean isLookedUp() {
			return this.isLookedUp;
		}

		@Override
		public boolean invalidateAll(Set<String> urls) {
			this.all.invalidated.addAll(urls);
			urls.forEach((url) -> keys(url).forEach(this::remove));
			return true;
		}

		@Override
		public void endUnstored() {
			this.all.ended = true;
		}

		@Override
		public boolean accepts(long length) {
			return length <= 10;
		}

		@Override
		public Optional<String> failure() {
			return this.all.failure.isEmpty() ? Optional.empty() : Optional.of(this.all.failure);
		}

		@Override
		public Optional<StoredResponse> find(CacheKey key) {
			this.isLookedUp = true;
			this.all.finds.incrementAndGet();
			return Optional.ofNullable(this.stored.get(key));
		}

		@Override
		public void put(CacheKey key, StoredResponse response) {
			this.all.storedLater |= this.isLater;
			super.put(key, response);
		}

	}

}
