package dev.hyperclient.internal.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.files.ChannelReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the files of responses: as a whole if they are short, otherwise the content
 * later. Links are not followed.
 */
final class ResponseFile {

	private static final Logger logger = LoggerFactory.getLogger(ResponseFile.class);

	/** The length of most heads. */
	private static final int USUAL_HEAD_SIZE = 16 * 1024;

	private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

	private ResponseFile() {
	}

	/**
	 * Read a file.
	 * @param file the file
	 * @param attributes its attributes, or {@code null} if it is known to be a regular
	 * file
	 * @param key the expected key
	 * @return the response, or empty if the file is not a complete response of this key
	 * @throws IOException if it cannot be read
	 */
	static Optional<StoredResponse> read(Path file, @Nullable BasicFileAttributes attributes, CacheKey key)
			throws IOException {
		byte[] buffer = BufferPool.BUFFERS.take();
		try (FileChannel channel = (attributes != null) ? open(file, attributes) : FileChannel.open(file, READ)) {
			// Of the open file, which may have been replaced since.
			long size = channel.size();
			if (size <= buffer.length) {
				ChannelReader.readFully(channel, ByteBuffer.wrap(buffer, 0, (int) size));
				return StoredResponseFormat.read(buffer, (int) size, key);
			}
			Optional<StoredResponseFormat.Head> found = readHead(channel, size, buffer, key);
			if (attributes != null || found.isEmpty() || found.get().bodyChecksum() != null) {
				return found.map((head) -> head.response()
					.withBody(new Body(file, key, head, (attributes != null) ? Identity.of(attributes) : null)));
			}
		}
		finally {
			BufferPool.BUFFERS.release(buffer);
		}
		// Without a checksum the attributes are needed. They must not be newer than the
		// open file.
		return read(file, attributes(file), key);
	}

	static BasicFileAttributes attributes(Path file) throws IOException {
		return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
	}

	/**
	 * Return the key of a URL that a file belongs to. It is written in the files of this
	 * client; for files of other clients, likely media types are compared with the digest
	 * in the file name.
	 * @param file a stored response whose name has the prefix of the URL
	 * @param url the normalised URL
	 * @return the key, or empty if the file belongs to another URL or its media type is
	 * unknown
	 */
	static Optional<CacheKey> key(Path file, String url) {
		String name = file.getFileName().toString();
		return mediaTypes(file, name, url).stream()
			.map((mediaType) -> new CacheKey(url, mediaType))
			.filter((key) -> isNamed(name, key))
			.findFirst();
	}

	/**
	 * Return the key that is written in a file.
	 * @param file a stored response
	 * @return the key, or empty if none is written or it belongs to another file
	 */
	static Optional<CacheKey> writtenKey(Path file) {
		return StoredResponseFormat.key(beginningIfReadable(file))
			.filter((key) -> isNamed(file.getFileName().toString(), key));
	}

	/**
	 * Return the bytes of the head and possibly others.
	 */
	static byte[] beginning(Path file) throws IOException {
		try (InputStream in = Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
			return in.readNBytes(StoredResponseFormat.MAX_HEAD_SIZE);
		}
	}

	private static boolean isNamed(String name, CacheKey key) {
		try {
			return StoredFileName.of(key.text()).equals(name);
		}
		catch (IllegalArgumentException ex) {
			// Nothing can be stored under this key.
			return false;
		}
	}

	private static byte[] beginningIfReadable(Path file) {
		try {
			return beginning(file);
		}
		catch (IOException ex) {
			logger.debug("Could not read '{}'", file, ex);
			return new byte[0];
		}
	}

	private static Set<String> mediaTypes(Path file, String name, String url) {
		byte[] beginning = beginningIfReadable(file);
		Optional<CacheKey> written = StoredResponseFormat.key(beginning);
		if (written.isPresent()) {
			return written.get().url().equals(url) ? Set.of(written.get().variant()) : Set.of();
		}
		Set<String> candidates = new LinkedHashSet<>();
		candidates.add(mediaType(name, url));
		StoredResponseFormat.mediaType(beginning).ifPresent(candidates::add);
		candidates.add("application/json");
		candidates.add("*/*");
		return candidates;
	}

	/**
	 * Return the media type in the name, if the name is not truncated.
	 */
	private static String mediaType(String name, String url) {
		int begin = Math.min(StoredFileName.prefix(url + "-").length(), name.length());
		int end = Math.max(begin, name.lastIndexOf(','));
		return name.substring(begin, end).replaceFirst(",", "/");
	}

	/**
	 * Open a file for reading, without blocking on pipes.
	 * @throws IOException if that fails or it is not a regular file
	 */
	private static FileChannel open(Path file, BasicFileAttributes attributes) throws IOException {
		if (!attributes.isRegularFile()) {
			throw new IOException("Not a regular file: '" + file + "'");
		}
		return FileChannel.open(file, READ);
	}

	/**
	 * Read the head of an open file, which is mostly short.
	 */
	private static Optional<StoredResponseFormat.Head> readHead(FileChannel channel, long size, byte[] buffer,
			CacheKey key) throws IOException {
		int limit = (int) Math.min(size, StoredResponseFormat.MAX_HEAD_SIZE);
		int length = Math.min(limit, USUAL_HEAD_SIZE);
		ChannelReader.readFully(channel, ByteBuffer.wrap(buffer, 0, length));
		Optional<StoredResponseFormat.Head> head = StoredResponseFormat.readHead(buffer, length, size, key);
		if (head.isPresent() || length == limit) {
			return head;
		}
		// A longer head, or a file of another key.
		ChannelReader.readFully(channel, ByteBuffer.wrap(buffer, length, limit - length));
		return StoredResponseFormat.readHead(buffer, limit, size, key);
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
	 * Content in a file that is not open. If the file is replaced, for instance by one
	 * with newer header fields, the content is the same if length and checksum are the
	 * same. A file without a checksum must not have been replaced.
	 *
	 * @param file the file
	 * @param key its key
	 * @param head the head that was read from it
	 * @param identity the identity of the file before its head was read, or {@code null}
	 * if it has a checksum
	 */
	private record Body(Path file, CacheKey key, StoredResponseFormat.Head head,
			@Nullable Identity identity) implements StoredBody {

		@Override
		public long length() {
			return this.head.bodyLength();
		}

		@Override
		public StoredBody snapshot() throws IOException {
			BasicFileAttributes attributes = attributes(this.file);
			FileChannel channel = ResponseFile.open(this.file, attributes);
			byte[] buffer = BufferPool.BUFFERS.take();
			try {
				StoredResponseFormat.Head present = readHead(channel, channel.size(), buffer, this.key)
					.orElseThrow(() -> new IOException("Replaced by an unreadable file: '" + this.file + "'"));
				verify(channel, present, buffer, Identity.of(attributes));
				return StoredBody.of(channel, present.bodyOffset(), present.bodyLength());
			}
			catch (IOException | RuntimeException ex) {
				channel.close();
				throw ex;
			}
			finally {
				BufferPool.BUFFERS.release(buffer);
			}
		}

		private void verify(FileChannel channel, StoredResponseFormat.Head present, byte[] buffer, Identity identity)
				throws IOException {
			boolean same = present.bodyLength() == this.head.bodyLength()
					&& Objects.equals(present.bodyChecksum(), this.head.bodyChecksum());
			if (!same || (present.bodyChecksum() == null && !identity.equals(this.identity))) {
				throw new IOException("Replaced meanwhile: '" + this.file + "'");
			}
			if (present.bodyChecksum() != null && checksum(channel, present, buffer) != present.bodyChecksum()) {
				Files.deleteIfExists(this.file);
				throw new IOException("Damaged: '" + this.file + "'");
			}
		}

		private static int checksum(FileChannel channel, StoredResponseFormat.Head head, byte[] buffer)
				throws IOException {
			CRC32C checksum = new CRC32C();
			ByteBuffer piece = ByteBuffer.wrap(buffer);
			long position = head.bodyOffset();
			for (int read = channel.read(piece, position); read > 0; read = channel.read(piece, position)) {
				position += read;
				checksum.update(piece.flip());
				piece.clear();
			}
			return (int) checksum.getValue();
		}

	}

}
