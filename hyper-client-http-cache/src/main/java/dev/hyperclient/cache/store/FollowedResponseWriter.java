package dev.hyperclient.cache.store;

import java.nio.ByteBuffer;

/**
 * Stores a response, and does something more once it is stored.
 *
 * @param writer stores it
 * @param after is run then
 */
record FollowedResponseWriter(ResponseWriter writer, Runnable after) implements ResponseWriter {

	@Override
	public void write(ByteBuffer content) {
		this.writer.write(content);
	}

	@Override
	public void commit() {
		this.writer.commit();
		this.after.run();
	}

	@Override
	public void close() {
		this.writer.close();
	}

}
