package dev.hyperclient.cache;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;

/**
 * A store whose content can vanish after it has been found.
 */
class VanishingStore implements ResponseStore {

	private final Map<CacheKey, StoredResponse> responses = new ConcurrentHashMap<>();

	/** Whether content cannot be opened. */
	volatile boolean vanished;

	@Override
	public Optional<StoredResponse> find(CacheKey key) {
		return Optional.ofNullable(this.responses.get(key))
			.map((found) -> found.withBody(new VanishingBody(found.body())));
	}

	@Override
	public void put(CacheKey key, StoredResponse response) {
		this.responses.put(key, response);
	}

	@Override
	public void remove(CacheKey key) {
		this.responses.remove(key);
	}

	@Override
	public Set<CacheKey> keys(String url) {
		return this.responses.keySet().stream().filter((key) -> key.url().equals(url)).collect(Collectors.toSet());
	}

	@Override
	public void clear() {
		this.responses.clear();
	}

	@Override
	public StoreSize size() {
		return StoreSize.EMPTY;
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
			if (VanishingStore.this.vanished) {
				throw new IOException("vanished");
			}
			return this.body.open();
		}

		@Override
		public byte[] bytes() throws IOException {
			return this.body.bytes();
		}

	}

}
