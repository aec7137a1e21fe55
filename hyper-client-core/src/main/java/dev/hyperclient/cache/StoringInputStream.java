package dev.hyperclient.cache;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

import dev.hyperclient.cache.store.ResponseWriter;

/**
 * Content that is stored while it is read. It is stored only if it is read to its end;
 * closing it before, or a failure, stores nothing. For one thread at a time.
 */
final class StoringInputStream extends InputStream {

	private final InputStream content;

	private final ResponseWriter writer;

	private final OptionalLong expected;

	private long length;

	/** Whether the store has all of it, or will have nothing. */
	private boolean decided;

	/**
	 * Begins to store.
	 * @param content the content
	 * @param writer stores it
	 * @param expected its length, if it is known: then who has read as much has read it
	 * all
	 */
	StoringInputStream(InputStream content, ResponseWriter writer, OptionalLong expected) {
		this.content = content;
		this.writer = writer;
		this.expected = expected;
	}

	@Override
	public int read() throws IOException {
		byte[] one = new byte[1];
		return (read(one, 0, 1) < 0) ? -1 : one[0] & 0xFF;
	}

	@Override
	public int read(byte[] target, int offset, int count) throws IOException {
		int read;
		try {
			read = this.content.read(target, offset, count);
		}
		catch (IOException | RuntimeException ex) {
			giveUp();
			throw ex;
		}
		if (!this.decided) {
			store(target, offset, read);
		}
		return read;
	}

	private void store(byte[] target, int offset, int read) {
		if (read > 0) {
			this.length += read;
			if (this.length > StreamedCacheExchange.LONGEST_STORED) {
				giveUp();
				return;
			}
			this.writer.write(ByteBuffer.wrap(target, offset, read));
		}
		if (read < 0 || (this.expected.isPresent() && this.length == this.expected.getAsLong())) {
			this.decided = true;
			this.writer.commit();
			this.writer.close();
		}
	}

	private void giveUp() {
		if (!this.decided) {
			this.decided = true;
			this.writer.close();
		}
	}

	@Override
	public int available() throws IOException {
		return this.content.available();
	}

	@Override
	public void close() throws IOException {
		giveUp();
		this.content.close();
	}

}
