package dev.hyperclient.cache.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Reads and writes a response with small content in one go.
 */
final class ResponseFile {

	/**
	 * Files up to this size are read into memory.
	 */
	private static final int SMALL = 64 * 1024;

	private ResponseFile() {
	}

	/**
	 * Reads a file: all of it if it is small, otherwise only its head.
	 * @param file the file
	 * @param attributes its attributes
	 * @param key the key it was found under
	 * @return the response, or empty if the file does not hold a whole one of this key
	 * @throws IOException if it cannot be read
	 */
	static Optional<StoredResponse> read(Path file, BasicFileAttributes attributes, CacheKey key) throws IOException {
		try (FileChannel channel = FileBody.open(file, attributes)) {
			// Of this very file, not of one that took its name meanwhile.
			long size = channel.size();
			if (size <= SMALL) {
				return StoredResponseFormat.read(FileBody.readFully(channel, size), key);
			}
			byte[] beginning = FileBody.readFully(channel, Math.min(size, StoredResponseFormat.MAX_HEAD_SIZE));
			return StoredResponseFormat.readHead(beginning, size, key)
				.map((head) -> head.response().withBody(new FileBody(file, key, head, attributes)));
		}
	}

	/**
	 * Writes a file, in place of an older one.
	 * @param directory the directory
	 * @param file the file
	 * @param key its key
	 * @param response the response, its content in memory
	 * @param limit how long the file may become; a longer one is not written
	 * @param stored is told the size of the file just before it gets its name
	 * @throws IOException if it cannot be written; then nothing is left behind
	 */
	static void write(StoreDirectory directory, Path file, CacheKey key, StoredResponse response, long limit,
			LongConsumer stored) throws IOException {
		byte[] body = response.body().bytes();
		RecordChecksum checksum = new RecordChecksum(RecordChecksum.of(ByteBuffer.wrap(body)));
		Optional<byte[]> head = StoredResponseFormat.head(key, response, body.length, checksum);
		if (head.isEmpty() || head.get().length + (long) body.length > limit) {
			return;
		}
		Path unfinished = directory.createUnfinished();
		boolean finished = false;
		try {
			try (FileChannel channel = FileResponseWriter.open(unfinished)) {
				FileResponseWriter.writeFully(channel, ByteBuffer.wrap(head.get()));
				FileResponseWriter.writeFully(channel, ByteBuffer.wrap(body));
			}
			stored.accept(head.get().length + (long) body.length);
			directory.finish(unfinished, file);
			finished = true;
		}
		finally {
			if (!finished) {
				FileResponseWriter.discard(unfinished);
			}
		}
	}

}
