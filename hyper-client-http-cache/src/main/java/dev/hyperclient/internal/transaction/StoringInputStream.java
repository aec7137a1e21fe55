package dev.hyperclient.internal.transaction;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.internal.policy.StorageLimits;
import dev.hyperclient.internal.transaction.ResponseAction.ContentStorage;

/**
 * Content that is stored while it is read. It is stored only if it is read to its end;
 * nothing is stored if it is closed before, fails, or is too long. Not thread-safe.
 */
final class StoringInputStream extends InputStream {

	private static final int BUFFER_SIZE = 8 * 1024;

	private final InputStream content;

	private final ContentStorage storage;

	private final ResponseWriter writer;

	private final OptionalLong expected;

	private final StorageLimits limits;

	private final Runnable end;

	private long length;

	/** Whether the content has been committed or given up. */
	private boolean ended;

	private boolean closed;

	/**
	 * Create the stream.
	 * @param content the content
	 * @param storage stores it
	 * @param expected its length, if it is known: the content is complete when that many
	 * bytes have been read, even if the end of the stream has not been
	 * @param limits the limits
	 * @param end is run when nothing more will be stored
	 */
	StoringInputStream(InputStream content, ContentStorage storage, OptionalLong expected, StorageLimits limits,
			Runnable end) {
		this.content = content;
		this.storage = storage;
		this.writer = storage.open();
		this.expected = expected;
		this.limits = limits;
		this.end = end;
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
			if (this.length > this.limits.maxLength()) {
				giveUp();
				this.storage.refuse(this.limits.tooLong());
				return;
			}
			this.writer.write(ByteBuffer.wrap(target, offset, read));
		}
		if (read < 0) {
			commit();
		}
	}

	private void commit() {
		end(this.writer::commit);
	}

	private void giveUp() {
		if (!this.ended) {
			end(() -> {
			});
		}
	}

	private void end(Runnable last) {
		this.ended = true;
		try (this.writer) {
			last.run();
		}
		finally {
			this.end.run();
		}
	}

	@Override
	public int available() throws IOException {
		return this.content.available();
	}

	@Override
	public void close() throws IOException {
		if (this.closed) {
			return;
		}
		this.closed = true;
		try {
			readAhead();
			if (!this.ended && this.length == this.expected.orElse(-1)) {
				commit();
			}
		}
		finally {
			giveUp();
			this.content.close();
		}
	}

	/**
	 * Read the last bytes of content that the caller has not read to its end: a parser
	 * stops after the last bracket, and callers often do not read the content at all.
	 */
	private void readAhead() {
		int left = this.limits.readAhead();
		if (this.expected.isPresent() && this.expected.getAsLong() - this.length > left) {
			return;
		}
		byte[] buffer = new byte[Math.min(BUFFER_SIZE, Math.max(left, 1))];
		try {
			while (!this.ended && left > 0) {
				left -= Math.max(0, read(buffer, 0, Math.min(left, buffer.length)));
			}
		}
		catch (IOException | RuntimeException ex) {
			// Given up. The caller does not want the content.
		}
	}

}
