package dev.hyperclient.internal.policy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;

import dev.hyperclient.cache.store.StoredBody;

/**
 * A byte range of stored content.
 *
 * @param whole the whole content
 * @param first the first byte of the range
 * @param length its length, within the whole
 */
record PartialBody(StoredBody whole, long first, long length) implements StoredBody {

	@Override
	public boolean isInMemory() {
		return this.whole.isInMemory();
	}

	@Override
	public StoredBody snapshot() throws IOException {
		return new PartialBody(this.whole.snapshot(), this.first, this.length);
	}

	@Override
	public ReadableByteChannel open() throws IOException {
		ReadableByteChannel channel = this.whole.open();
		try {
			Channels.newInputStream(channel).skipNBytes(this.first);
			return new Part(channel, this.length);
		}
		catch (IOException | RuntimeException ex) {
			channel.close();
			throw ex;
		}
	}

	@Override
	public byte[] bytes() throws IOException {
		try (ReadableByteChannel part = open()) {
			return Channels.newInputStream(part).readAllBytes();
		}
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
				int read = this.channel.read(target);
				if (read < 0) {
					throw new EOFException("Stored content is truncated");
				}
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
