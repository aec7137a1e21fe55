package dev.hyperclient.cache.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;

import dev.hyperclient.internal.files.ChannelReader;

/**
 * Content in an open file, which can be read even if the file is replaced or removed. If
 * it is never opened, the file is closed by garbage collection.
 *
 * @param file the file, whose content has been verified
 * @param offset where the content begins
 * @param length its length
 */
record OpenFileBody(FileChannel file, long offset, long length) implements StoredBody {

	@Override
	public StoredBody snapshot() {
		return this;
	}

	@Override
	public ReadableByteChannel open() {
		return new Content();
	}

	@Override
	public byte[] bytes() throws IOException {
		try (ReadableByteChannel content = open()) {
			return ChannelReader.readFully(content, this.length);
		}
	}

	private final class Content implements ReadableByteChannel {

		private long position;

		@Override
		public int read(ByteBuffer target) throws IOException {
			long left = OpenFileBody.this.length - this.position;
			if (left == 0) {
				return -1;
			}
			int limit = target.limit();
			target.limit((int) Math.min(limit, target.position() + left));
			try {
				int read = OpenFileBody.this.file.read(target, OpenFileBody.this.offset + this.position);
				if (read < 0) {
					throw new EOFException("Stored content is truncated");
				}
				this.position += read;
				return read;
			}
			finally {
				target.limit(limit);
			}
		}

		@Override
		public boolean isOpen() {
			return OpenFileBody.this.file.isOpen();
		}

		@Override
		public void close() throws IOException {
			OpenFileBody.this.file.close();
		}

	}

}
