package dev.hyperclient.cache;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

import dev.hyperclient.cache.store.ResponseWriter;

/**
 * Stores what came back for a lookup, unless it is outdated by then.
 */
final class LookupWriter implements ResponseWriter {

	private final ResponseWriter writer;

	private final BooleanSupplier isWanted;

	private final Runnable remove;

	/**
	 * Creates the writer.
	 * @param writer stores it
	 * @param isWanted whether it may be stored; asked before and after
	 * @param remove removes it if it may not
	 */
	LookupWriter(ResponseWriter writer, BooleanSupplier isWanted, Runnable remove) {
		this.writer = writer;
		this.isWanted = isWanted;
		this.remove = remove;
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
	}

	@Override
	public void close() {
		this.writer.close();
	}

}
