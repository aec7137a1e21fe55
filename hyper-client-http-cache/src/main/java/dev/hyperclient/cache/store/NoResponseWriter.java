package dev.hyperclient.cache.store;

import java.nio.ByteBuffer;

/**
 * Stores nothing.
 */
final class NoResponseWriter implements ResponseWriter {

	@Override
	public void write(ByteBuffer content) {
		content.position(content.limit());
	}

	@Override
	public void commit() {
	}

	@Override
	public void close() {
	}

}
