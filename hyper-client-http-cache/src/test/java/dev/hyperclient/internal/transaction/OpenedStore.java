package dev.hyperclient.internal.transaction;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.store.MemoryResponseStore;
import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

/**
 * A store in memory whose content must be opened and closed, like the one of a file.
 */
class OpenedStore implements ResponseStore {

	private final MemoryResponseStore responses = new MemoryResponseStore(DataSize.ofMegabytes(16));

	final AtomicInteger opened = new AtomicInteger();

	final AtomicInteger closed = new AtomicInteger();

	/** Whether content is as it is in a store in memory. */
	boolean isInMemory;

	/** Writes streamed content. */
	@Nullable ResponseWriter writer;

	/** How often streamed content has been begun. */
	int begun;

	/** Thrown in place of a snapshot. */
	@Nullable IOException failure;

	/** Run after each lookup. */
	Runnable hook = () -> {
	};

	@Override
	public Optional<StoredResponse> find(CacheKey key) {
		Optional<StoredResponse> found = this.responses.find(key)
			.map((response) -> this.isInMemory ? response : response.withBody(new OpenedBody(response.body())));
		this.hook.run();
		return found;
	}

	@Override
	public void put(CacheKey key, StoredResponse response) {
		this.responses.put(key, response);
	}

	@Override
	public ResponseWriter begin(CacheKey key, StoredResponse head) {
		this.begun++;
		return (this.writer != null) ? this.writer : ResponseStore.super.begin(key, head);
	}

	@Override
	public void remove(CacheKey key) {
		this.responses.remove(key);
	}

	@Override
	public Set<CacheKey> keys(String url) {
		return this.responses.keys(url);
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
	public void close() {
		this.responses.close();
	}

	private class OpenedBody implements StoredBody {

		private final StoredBody content;

		OpenedBody(StoredBody content) {
			this.content = content;
		}

		@Override
		public long length() {
			return this.content.length();
		}

		@Override
		public StoredBody snapshot() throws IOException {
			if (OpenedStore.this.failure != null) {
				throw OpenedStore.this.failure;
			}
			return this;
		}

		@Override
		public byte[] bytes() throws IOException {
			return this.content.bytes();
		}

		@Override
		public ReadableByteChannel open() throws IOException {
			OpenedStore.this.opened.incrementAndGet();
			return Channels.newChannel(new ByteArrayInputStream(bytes()) {

				@Override
				public void close() {
					OpenedStore.this.closed.incrementAndGet();
				}

			});
		}

	}

}
