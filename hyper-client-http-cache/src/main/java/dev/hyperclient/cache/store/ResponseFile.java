package dev.hyperclient.cache.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Reads and writes whole files, of responses with short content.
 */
final class ResponseFile {

	/**
	 * The maximum size of a file that is read into memory.
	 */
	private static final int MAX_SIZE_IN_MEMORY = 64 * 1024;

	private ResponseFile() {
	}

	/**
	 * Read a file: all of it if it is short, otherwise only its head.
	 * @param file the file
	 * @param attributes its attributes
	 * @param key the expected key
	 * @return the response, or empty if the file is not a complete response of this key
	 * @throws IOException if it cannot be read
	 */
	static Optional<StoredResponse> read(Path file, BasicFileAttributes attributes, CacheKey key) throws IOException {
		try (FileChannel channel = FileBody.open(file, attributes)) {
			// Of the open file, which may have been replaced since.
			long size = channel.size();
			if (size <= ScratchBuffers.SIZE) {
				return readShort(channel, (int) size, key);
			}
			if (size <= MAX_SIZE_IN_MEMORY) {
				return StoredResponseFormat.read(OpenFileBody.readFully(channel, size), key);
			}
			byte[] beginning = OpenFileBody.readFully(channel, Math.min(size, StoredResponseFormat.MAX_HEAD_SIZE));
			return StoredResponseFormat.readHead(beginning, size, key)
				.map((head) -> head.response().withBody(new FileBody(file, key, head, attributes)));
		}
	}

	private static Optional<StoredResponse> readShort(FileChannel channel, int size, CacheKey key) throws IOException {
		byte[] buffer = ScratchBuffers.take();
		try {
			OpenFileBody.readFully(channel, ByteBuffer.wrap(buffer, 0, size));
			return StoredResponseFormat.read(buffer, size, key);
		}
		finally {
			ScratchBuffers.giveBack(buffer);
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
		RecordChecksum checksum = new RecordChecksum(RecordChecksum.of(ByteBuffer.wrap(body)));
		Optional<byte[]> head = StoredResponseFormat.head(key, response, body.length, checksum);
		if (head.isEmpty() || head.get().length + (long) body.length > limit) {
			return;
		}
		StoreDirectory.Temporary created = directory.createTemporary();
		Path temporary = created.path();
		boolean finished = false;
		try {
			try (FileChannel channel = created.channel()) {
				FileResponseWriter.writeFully(channel, head.get(), body);
			}
			onStored.accept(head.get().length + (long) body.length);
			directory.finish(temporary, file);
			finished = true;
		}
		finally {
			if (!finished) {
				FileResponseWriter.discard(temporary);
			}
		}
	}

}
