package dev.hyperclient.cache;

import java.nio.ByteBuffer;

import dev.hyperclient.cache.store.ResponseWriter;

/**
 * Stores what came back for a lookup, and says once that the lookup is done.
 */
final class LookupWriter implements ResponseWriter {

	private final ResponseWriter writer;

	private final Runnable done;

	private boolean ended;

	LookupWriter(ResponseWriter writer, Runnable done) {
		this.writer = writer;
		this.done = done;
	}

	@Override
	public void write(ByteBuffer content) {
		this.writer.write(content);
	}

	@Override
	public void commit() {
		this.writer.commit();
		end();
	}

	@Override
	public void close() {
		this.writer.close();
		end();
	}

	private void end() {
		if (!this.ended) {
			this.ended = true;
			this.done.run();
		}
	}

}
