package dev.hyperclient.cache.store;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

import org.jspecify.annotations.Nullable;

/**
 * Collects the content in memory and stores it as a whole.
 */
final class BufferedResponseWriter implements ResponseWriter {

	private final ResponseStore store;

	private final CacheKey key;

	private final StoredResponse head;

	private @Nullable ByteArrayOutputStream content = new ByteArrayOutputStream();

	BufferedResponseWriter(ResponseStore store, CacheKey key, StoredResponse head) {
		this.store = store;
		this.key = key;
		this.head = head;
	}

	@Override
	public void write(ByteBuffer part) {
		if (this.content != null) {
			byte[] bytes = new byte[part.remaining()];
			part.get(bytes);
			this.content.writeBytes(bytes);
		}
	}

	@Override
	public void commit() {
		if (this.content != null) {
			this.store.put(this.key, this.head.withBody(StoredBody.of(this.content.toByteArray())));
			this.content = null;
		}
	}

	@Override
	public void close() {
		this.content = null;
	}

}
