package dev.hyperclient.internal.transaction;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.cache.store.TestStore;
import org.jspecify.annotations.Nullable;

/**
 * A store whose content must be opened and closed, like the one of a file.
 */
class OpenedStore extends TestStore {

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
		Optional<StoredResponse> found = Optional.ofNullable(this.stored.get(key))
			.map((response) -> this.isInMemory ? response : response.withBody(new OpenedBody(response.body())));
		this.hook.run();
		return found;
	}

	@Override
	public ResponseWriter begin(CacheKey key, StoredResponse head) {
		this.begun++;
		return (this.writer != null) ? this.writer : super.begin(key, head);
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
