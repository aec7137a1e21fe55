package dev.hyperclient.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;

/**
 * Writes a response into a temporary file and renames it. Content in memory is written
 * with its head; for other content the head is written last, into the space reserved for
 * it before the content.
 */
final class FileResponseWriter implements ResponseWriter {

	private static final int PIECE_SIZE = 32 * 1024;

	private final Path file;

	private final CacheKey key;

	private final StoredResponse head;

	/** The maximum length of the content. */
	private long maxLength;

	private final LongConsumer onStored;

	private final Consumer<IOException> onFailure;

	private final CRC32C checksum = new CRC32C();

	private long length;

	private StoreDirectory.@Nullable TemporaryFile temporary;

	/**
	 * Create the temporary file, if that is possible.
	 * @param limit the maximum size of the file
	 * @param onStored accepts the size of the file just before it is renamed
	 * @param onFailure accepts a failure
	 */
	FileResponseWriter(StoreDirectory directory, Path file, CacheKey key, StoredResponse head, long limit,
			LongConsumer onStored, Consumer<IOException> onFailure) {
		this.onStored = onStored;
		this.file = file;
		this.key = key;
		this.head = head;
		this.onFailure = onFailure;
		Optional<byte[]> reserved = StoredResponseFormat.paddedHead(key, head, 0, 0);
		if (reserved.isPresent()) {
			try {
				this.temporary = directory.createTemporary();
				this.temporary.channel().position(reserved.get().length);
				this.maxLength = limit - reserved.get().length;
			}
			catch (IOException ex) {
				fail(ex);
			}
		}
	}

	/**
	 * Write a response whose content is in memory, in place of an older one.
	 * @param limit the maximum size of the file; a longer one is not written
	 * @param onStored accepts the size of the file just before it is renamed
	 * @throws IOException if it cannot be written; then nothing is left behind
	 */
	static void write(StoreDirectory directory, Path file, CacheKey key, StoredResponse response, long limit,
			LongConsumer onStored) throws IOException {
		byte[] body = response.body().bytes();
		byte[] buffer = BufferPool.BUFFERS.take();
		try {
			HeaderLines.Writer head = new HeaderLines.Writer(buffer);
			boolean fits = StoredResponseFormat.append(head, key, response, String.valueOf(body.length),
					StoredResponseFormat.checksum(body, 0, body.length));
			long size = (long) head.length() + body.length;
			if (!fits || size > limit) {
				return;
			}
			try (StoreDirectory.TemporaryFile temporary = directory.createTemporary()) {
				writeFully(temporary.channel(), head, body);
				onStored.accept(size);
				temporary.finish(file);
			}
		}
		finally {
			BufferPool.BUFFERS.release(buffer);
		}
	}

	/**
	 * With one call of the system if it is short, otherwise in pieces that stay in the
	 * processor's cache.
	 */
	private static void writeFully(FileChannel channel, HeaderLines.Writer head, byte[] body) throws IOException {
		byte[] array = head.array();
		int length = head.length();
		int first = Math.min(body.length, array.length - length);
		System.arraycopy(body, 0, array, length, first);
		writeFully(channel, ByteBuffer.wrap(array, 0, length + first));
		for (int written = first; written < body.length; written += PIECE_SIZE) {
			writeFully(channel, ByteBuffer.wrap(body, written, Math.min(PIECE_SIZE, body.length - written)));
		}
	}

	private static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
		while (bytes.hasRemaining()) {
			channel.write(bytes);
		}
	}

	@Override
	public void write(ByteBuffer content) {
		if (this.temporary == null) {
			return;
		}
		if (content.remaining() > this.maxLength - this.length) {
			close();
			return;
		}
		try {
			this.checksum.update(content.duplicate());
			this.length += content.remaining();
			writeFully(this.temporary.channel(), content);
		}
		catch (IOException ex) {
			fail(ex);
		}
	}

	@Override
	public void commit() {
		if (this.temporary == null) {
			return;
		}
		try {
			byte[] finished = StoredResponseFormat
				.paddedHead(this.key, this.head, this.length, (int) this.checksum.getValue())
				.orElseThrow();
			writeFully(this.temporary.channel().position(0), ByteBuffer.wrap(finished));
			this.onStored.accept(finished.length + this.length);
			this.temporary.finish(this.file);
			this.temporary = null;
		}
		catch (IOException ex) {
			fail(ex);
		}
	}

	@Override
	public void close() {
		if (this.temporary != null) {
			this.temporary.close();
			this.temporary = null;
		}
	}

	private void fail(IOException ex) {
		close();
		this.onFailure.accept(ex);
	}

}
