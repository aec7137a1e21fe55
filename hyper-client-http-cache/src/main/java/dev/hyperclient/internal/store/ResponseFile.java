package dev.hyperclient.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.function.LongConsumer;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.files.ChannelReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes whole files, of responses with short content.
 */
final class ResponseFile {

	/**
	 * The maximum size of a file that is read into memory.
	 */
	private static final int MAX_SIZE_IN_MEMORY = 64 * 1024;

	private static final int PIECE_SIZE = 32 * 1024;

	private ResponseFile() {
	}

	/**
	 * Read a file: all of it if it is short, otherwise only its head.
	 * @param file the file
	 * @param attributes its attributes, or {@code null} if it is known to be a regular
	 * file
	 * @param key the expected key
	 * @return the response, or empty if the file is not a complete response of this key
	 * @throws IOException if it cannot be read
	 */
	static Optional<StoredResponse> read(Path file, @Nullable BasicFileAttributes attributes, CacheKey key)
			throws IOException {
		try (FileChannel channel = (attributes != null) ? FileBody.open(file, attributes) : FileBody.open(file)) {
			// Of the open file, which may have been replaced since.
			long size = channel.size();
			if (size <= BufferPool.BUFFER_SIZE) {
				return readShort(channel, (int) size, key);
			}
			if (size <= MAX_SIZE_IN_MEMORY) {
				return StoredResponseFormat.read(ChannelReader.readFully(channel, size), key);
			}
			if (attributes != null) {
				return FileBody.readHead(channel, size, key)
					.map((head) -> head.response().withBody(new FileBody(file, key, head, attributes)));
			}
		}
		// They must not be newer than the open file.
		return read(file, FileBody.attributes(file), key);
	}

	private static Optional<StoredResponse> readShort(FileChannel channel, int size, CacheKey key) throws IOException {
		byte[] buffer = BufferPool.BUFFERS.take();
		try {
			ChannelReader.readFully(channel, ByteBuffer.wrap(buffer, 0, size));
			return StoredResponseFormat.read(buffer, size, key);
		}
		finally {
			BufferPool.BUFFERS.release(buffer);
		}
	}

	/**
	 * Write a file, in place of an older one.
	 * @param directory the directory
	 * @param file the file
	 * @param key its key
	 * @param response the response, whose content is in memory
	 * @param limit the maximum size of the file; a longer one is not written
	 * @param onStored accepts the size of the file just before it is renamed
	 * @throws IOException if it cannot be written; then nothing is left behind
	 */
	static void write(StoreDirectory directory, Path file, CacheKey key, StoredResponse response, long limit,
			LongConsumer onStored) throws IOException {
		byte[] body = response.body().bytes();
		RecordChecksum checksum = new RecordChecksum(RecordChecksum.of(body, 0, body.length));
		byte[] buffer = BufferPool.BUFFERS.take();
		try {
			AsciiBuffer head = new AsciiBuffer(buffer);
			boolean fits = StoredResponseFormat.append(head, key, response, String.valueOf(body.length), checksum);
			long size = (long) head.length() + body.length;
			if (fits && size <= limit) {
				write(directory, file, head, body, onStored);
			}
		}
		finally {
			BufferPool.BUFFERS.release(buffer);
		}
	}

	private static void write(StoreDirectory directory, Path file, AsciiBuffer head, byte[] body, LongConsumer onStored)
			throws IOException {
		try (TemporaryFile temporary = directory.createTemporary()) {
			writeFully(temporary.channel(), head, body);
			onStored.accept(head.length() + (long) body.length);
			temporary.finish(file);
		}
	}

	/**
	 * With one call of the system if it is short, otherwise in pieces that stay in the
	 * processor's cache.
	 */
	private static void writeFully(FileChannel channel, AsciiBuffer head, byte[] body) throws IOException {
		byte[] array = head.array();
		int length = head.length();
		int first = Math.min(body.length, array.length - length);
		System.arraycopy(body, 0, array, length, first);
		FileResponseWriter.writeFully(channel, ByteBuffer.wrap(array, 0, length + first));
		for (int written = first; written < body.length; written += PIECE_SIZE) {
			FileResponseWriter.writeFully(channel,
					ByteBuffer.wrap(body, written, Math.min(PIECE_SIZE, body.length - written)));
		}
	}

}
