package dev.hyperclient.cache;

import java.nio.ByteBuffer;

import dev.hyperclient.cache.store.ResponseWriter;

/**
 * Stores a variant, and then takes note of it.
 *
 * @param writer stores it
 * @param note takes note of what is stored
 */
record VariantWriter(ResponseWriter writer, Runnable note) implements ResponseWriter {

	@Override
	public void write(ByteBuffer content) {
		this.writer.write(content);
	}

	@Override
	public void commit() {
		this.writer.commit();
		this.note.run();
	}

	@Override
	public void close() {
		this.writer.close();
	}

}
