package dev.hyperclient.internal.cache;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

import dev.hyperclient.cache.store.StoredBody;

/**
 * A byte range of stored content.
 *
 * @param whole the whole content
 * @param range the range, within the whole
 */
record PartialBody(StoredBody whole, ByteRange range) implements StoredBody {

	private static final int BUFFER_SIZE = 8 * 1024;

	@Override
	public long length() {
		return this.range.last() - this.range.first() + 1;
	}

	@Override
	public boolean isInMemory() {
		return this.whole.isInMemory();
	}

	@Override
	public StoredBody snapshot() throws IOException {
		return new PartialBody(this.whole.snapshot(), this.range);
	}

	@Override
	public ReadableByteChannel open() throws IOException {
		ReadableByteChannel channel = this.whole.open();
		try {
			skip(channel, this.range.first());
			return new Part(channel, length());
		}
		catch (IOException | RuntimeException ex) {
			channel.close();
			throw ex;
		}
	}

	@Override
	public byte[] bytes() throws IOException {
		ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(length()));
		try (ReadableByteChannel part = open()) {
			while (bytes.hasRemaining()) {
				read(part, bytes);
			}
		}
		return bytes.array();
	}

	private static void skip(ReadableByteChannel channel, long bytes) throws IOException {
		ByteBuffer skipped = ByteBuffer.allocate((int) Math.min(BUFFER_SIZE, bytes));
		for (long left = bytes; left > 0;) {
			skipped.clear().limit((int) Math.min(skipped.capacity(), left));
			left -= read(channel, skipped);
		}
	}

	private static int read(ReadableByteChannel channel, ByteBuffer target) throws IOException {
		int read = channel.read(target);
		if (read < 0) {
			throw new EOFException("Stored content is truncated");
		}
		return read;
	}

	/**
	 * Ends at the end of the range.
	 */
	private static final class Part implements ReadableByteChannel {

		private final ReadableByteChannel channel;

		private long left;

		Part(ReadableByteChannel channel, long left) {
			this.channel = channel;
			this.left = left;
		}

		@Override
		public int read(ByteBuffer target) throws IOException {
			if (this.left == 0) {
				return -1;
			}
			int limit = target.limit();
			target.limit((int) Math.min(limit, target.position() + this.left));
			try {
				int read = PartialBody.read(this.channel, target);
				this.left -= read;
				return read;
			}
			finally {
				target.limit(limit);
			}
		}

		@Override
		public boolean isOpen() {
			return this.channel.isOpen();
		}

		@Override
		public void close() throws IOException {
			this.channel.close();
		}

	}

}
