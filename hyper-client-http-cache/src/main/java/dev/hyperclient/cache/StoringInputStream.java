package dev.hyperclient.cache;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

import dev.hyperclient.cache.store.ResponseWriter;

/**
 * Content that is stored while it is read. It is stored only if it is read to its end;
 * nothing is stored if it is closed before, fails, or is too long. Not thread-safe.
 */
final class StoringInputStream extends InputStream {

	private final InputStream content;

	private final ResponseWriter writer;

	private final OptionalLong expected;

	private long length;

	/** Whether the content has been committed or given up. */
	private boolean ended;

	/**
	 * Create the stream.
	 * @param content the content
	 * @param writer stores it
	 * @param expected its length, if it is known: the content is complete when that many
	 * bytes have been read, even if the end of the stream has not been
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
		if (!this.ended) {
			store(target, offset, read);
		}
		return read;
	}

	private void store(byte[] target, int offset, int read) {
		if (read > 0) {
			this.length += read;
			if (this.length > CachingExchange.MAX_STREAMED_LENGTH) {
				giveUp();
				return;
			}
			this.writer.write(ByteBuffer.wrap(target, offset, read));
		}
		if (read < 0) {
			commit();
		}
	}

	private void commit() {
		this.ended = true;
		this.writer.commit();
		this.writer.close();
	}

	private void giveUp() {
		if (!this.ended) {
			this.ended = true;
			this.writer.close();
		}
	}

	@Override
	public int available() throws IOException {
		return this.content.available();
	}

	@Override
	public void close() throws IOException {
		if (!this.ended && this.length == this.expected.orElse(-1)) {
			commit();
		}
		giveUp();
		this.content.close();
	}

}
