package dev.hyperclient.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.internal.files.ChannelReader;
import org.jspecify.annotations.Nullable;

/**
 * Content in a file that is not open. If the file is replaced, for instance by one with
 * newer header fields, the content is the same if length and checksum are the same. A
 * file without a checksum must not have been replaced.
 */
record FileBody(Path file, CacheKey key, StoredResponseFormat.Head head, Identity identity) implements StoredBody {

	private static final int BUFFER_SIZE = 64 * 1024;

	private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

	/**
	 * Create a body that is read later.
	 * @param attributes the attributes of the file when its head was read
	 */
	FileBody(Path file, CacheKey key, StoredResponseFormat.Head head, BasicFileAttributes attributes) {
		this(file, key, head, Identity.of(attributes));
	}

	/**
	 * Distinguishes files with the same name.
	 *
	 * @param key the file system's own key, or {@code null} if it has none
	 * @param size the size in bytes
	 * @param modified the time of the last change in microseconds: some Java versions
	 * truncate it when they set another time of the file
	 */
	record Identity(@Nullable Object key, long size, long modified) {

		static Identity of(BasicFileAttributes attributes) {
			return new Identity(attributes.fileKey(), attributes.size(),
					attributes.lastModifiedTime().to(TimeUnit.MICROSECONDS));
		}

	}

	/**
	 * Open a file for reading, without following links or blocking on pipes.
	 * @throws IOException if that fails or it is not a regular file
	 */
	static FileChannel open(Path file, BasicFileAttributes attributes) throws IOException {
		if (!attributes.isRegularFile()) {
			throw new IOException("Not a regular file: '" + file + "'");
		}
		return open(file);
	}

	/**
	 * Open a regular file for reading, without following links.
	 */
	static FileChannel open(Path file) throws IOException {
		return FileChannel.open(file, READ);
	}

	/**
	 * Read the head of an open file, which is mostly short.
	 * @param size the size of the file
	 */
	static Optional<StoredResponseFormat.Head> readHead(FileChannel channel, long size, CacheKey key)
			throws IOException {
		byte[] buffer = BufferPool.BUFFERS.take();
		try {
			int length = (int) Math.min(size, BufferPool.BUFFER_SIZE);
			ChannelReader.readFully(channel, ByteBuffer.wrap(buffer, 0, length));
			Optional<StoredResponseFormat.Head> head = StoredResponseFormat.readHead(buffer, size, key);
			if (head.isPresent() || size == length) {
				return head;
			}
			// A longer head, or a file of another key.
			byte[] longer = Arrays.copyOf(buffer, (int) Math.min(size, StoredResponseFormat.MAX_HEAD_SIZE));
			ChannelReader.readFully(channel, ByteBuffer.wrap(longer, length, longer.length - length));
			return StoredResponseFormat.readHead(longer, size, key);
		}
		finally {
			BufferPool.BUFFERS.release(buffer);
		}
	}

	static BasicFileAttributes attributes(Path file) throws IOException {
		return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
	}

	@Override
	public long length() {
		return this.head.bodyLength();
	}

	@Override
	public StoredBody snapshot() throws IOException {
		BasicFileAttributes attributes = attributes(this.file);
		FileChannel channel = open(this.file, attributes);
		try {
			StoredResponseFormat.Head present = readHead(channel, channel.size(), this.key)
				.orElseThrow(() -> new IOException("Replaced by an unreadable file: '" + this.file + "'"));
			verify(channel, present, Identity.of(attributes));
			return StoredBody.of(channel, present.bodyOffset(), present.bodyLength());
		}
		catch (IOException | RuntimeException ex) {
			channel.close();
			throw ex;
		}
	}

	private void verify(FileChannel channel, StoredResponseFormat.Head present, Identity identity) throws IOException {
		boolean same = present.bodyLength() == this.head.bodyLength()
				&& Objects.equals(present.bodyChecksum(), this.head.bodyChecksum());
		if (!same || (present.bodyChecksum() == null && !identity.equals(this.identity))) {
			throw new IOException("Replaced meanwhile: '" + this.file + "'");
		}
		if (present.bodyChecksum() != null && checksum(channel, present) != present.bodyChecksum()) {
			Files.deleteIfExists(this.file);
			throw new IOException("Damaged: '" + this.file + "'");
		}
	}

	private static int checksum(FileChannel channel, StoredResponseFormat.Head head) throws IOException {
		CRC32C checksum = new CRC32C();
		ByteBuffer piece = ByteBuffer.allocate(BUFFER_SIZE);
		long position = head.bodyOffset();
		for (int read = channel.read(piece, position); read > 0; read = channel.read(piece, position)) {
			position += read;
			checksum.update(piece.flip());
			piece.clear();
		}
		return (int) checksum.getValue();
	}

}
