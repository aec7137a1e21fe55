package dev.hyperclient.cache.store;

import java.nio.ByteBuffer;

/**
 * Says when a response has been stored.
 */
final class NotifyingResponseWriter implements ResponseWriter {

	private final ResponseWriter writer;

	private final Runnable stored;

	NotifyingResponseWriter(ResponseWriter writer, Runnable stored) {
		this.writer = writer;
		this.stored = stored;
	}

	@Override
	public void write(ByteBuffer content) {
		this.writer.write(content);
	}

	@Override
	public void commit() {
		this.writer.commit();
		this.stored.run();
	}

	@Override
	public void close() {
		this.writer.close();
	}

}
