package dev.hyperclient.cache;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

import dev.hyperclient.cache.store.ResponseWriter;

/**
 * Stores what came back for a lookup, and says once that the lookup is done.
 */
final class LookupWriter implements ResponseWriter {

	private final ResponseWriter writer;

	private final BooleanSupplier isWanted;

	private final Runnable remove;

	private final Runnable done;

	private boolean ended;

	/**
	 * Creates the writer.
	 * @param writer stores it
	 * @param isWanted whether it may be stored; asked before and after
	 * @param remove removes it if it may not
	 * @param done is told the end
	 */
	LookupWriter(ResponseWriter writer, BooleanSupplier isWanted, Runnable remove, Runnable done) {
		this.writer = writer;
		this.isWanted = isWanted;
		this.remove = remove;
		this.done = done;
	}

	@Override
	public void write(ByteBuffer content) {
		this.writer.write(content);
	}

	@Override
	public void commit() {
		if (this.isWanted.getAsBoolean()) {
			this.writer.commit();
			if (!this.isWanted.getAsBoolean()) {
				this.remove.run();
			}
		}
		else {
			this.writer.close();
		}
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
