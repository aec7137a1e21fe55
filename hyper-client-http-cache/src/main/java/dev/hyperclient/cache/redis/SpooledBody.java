package dev.hyperclient.cache.redis;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import dev.hyperclient.cache.store.StoredBody;
import org.jspecify.annotations.Nullable;

/**
 * Content that has been read from Redis: in memory, or in a temporary file that is
 * removed when it is closed. If it is never opened, the file is closed by garbage
 * collection.
 */
final class SpooledBody implements StoredBody {

	/** Longer content is in a file. */
	private static final int MAX_IN_MEMORY = 256 * 1024;

	private static final long MAX_ARRAY_LENGTH = 128L * 1024 * 1024;

	private final long length;

	private final @Nullable ByteBuffer memory;

	private final @Nullable FileChannel file;

	private long appended;

	private SpooledBody(long length, @Nullable ByteBuffer memory, @Nullable FileChannel file) {
		this.length = length;
		this.memory = memory;
		this.file = file;
	}

	/**
	 * Create an empty body.
	 * @param length the length that it will have
	 * @throws IOException if no temporary file can be created
	 */
	static SpooledBody create(long length) throws IOException {
		if (length <= MAX_IN_MEMORY) {
			return new SpooledBody(length, ByteBuffer.allocate((int) length), null);
		}
		Path path = Files.createTempFile("hyper-client-", null);
		return new SpooledBody(length, null, FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE,
				StandardOpenOption.DELETE_ON_CLOSE));
	}

	void append(ByteBuffer part) throws IOException {
		if (this.memory != null) {
			this.memory.put(part);
			return;
		}
		while (this.file != null && part.hasRemaining()) {
			this.appended += this.file.write(part, this.appended);
		}
	}

	void close() throws IOException {
		if (this.file != null) {
			this.file.close();
		}
	}

	@Override
	public long length() {
		return this.length;
	}

	@Override
	public boolean isInMemory() {
		return this.memory != null;
	}

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
		if (this.memory != null) {
			return this.memory.array();
		}
		if (this.length > MAX_ARRAY_LENGTH) {
			close();
			throw new IOException("Too long to be read into memory: " + this.length + " bytes");
		}
		try (ReadableByteChannel content = open()) {
			ByteBuffer bytes = ByteBuffer.allocate((int) this.length);
			while (bytes.hasRemaining()) {
				if (content.read(bytes) < 0) {
					throw new EOFException("Spooled content is truncated");
				}
			}
			return bytes.array();
		}
	}

	private final class Content implements ReadableByteChannel {

		private long position;

		@Override
		public int read(ByteBuffer target) throws IOException {
			long left = SpooledBody.this.length - this.position;
			if (left == 0) {
				return -1;
			}
			int limit = target.limit();
			target.limit((int) Math.min(limit, target.position() + left));
			try {
				int read = readTo(target);
				if (read < 0) {
					throw new EOFException("Spooled content is truncated");
				}
				this.position += read;
				return read;
			}
			finally {
				target.limit(limit);
			}
		}

		private int readTo(ByteBuffer target) throws IOException {
			if (SpooledBody.this.file != null) {
				return SpooledBody.this.file.read(target, this.position);
			}
			int count = target.remaining();
			if (SpooledBody.this.memory != null) {
				target.put(SpooledBody.this.memory.duplicate()
					.clear()
					.position((int) this.position)
					.limit((int) this.position + count));
			}
			return count;
		}

		@Override
		public boolean isOpen() {
			return SpooledBody.this.file == null || SpooledBody.this.file.isOpen();
		}

		@Override
		public void close() throws IOException {
			SpooledBody.this.close();
		}

	}

}
