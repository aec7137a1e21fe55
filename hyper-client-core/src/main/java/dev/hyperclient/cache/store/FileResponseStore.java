package dev.hyperclient.cache.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps each response in one file of its own, all in one directory, in the format and
 * under the names of the Python client of such services, so that both can share the
 * directory.
 * <p>
 * Files are written aside and renamed, so a reader never sees half of one, and carry
 * checksums, so what a crash, a full disk or a failing one has left is found out. Small
 * content is read into memory; large content stays in its file and is verified when it is
 * {@link StoredBody#hold() held}. Several processes may use the directory at the same
 * time. It is never cleaned, but for the remains of writers that were killed.
 * Thread-safe.
 */
public final class FileResponseStore implements ResponseStore {

	private static final Logger logger = LoggerFactory.getLogger(FileResponseStore.class);

	private static final Duration ABANDONED = Duration.ofHours(1);

	/**
	 * Files up to this size are read into memory.
	 */
	private static final int SMALL = 64 * 1024;

	private final StoreDirectory directory;

	private final AtomicBoolean warned = new AtomicBoolean();

	private volatile boolean closed;

	/**
	 * Uses a directory, and creates it with its parents if it is missing; then only the
	 * owner may read it. If that is impossible, it is logged, and nothing will be stored.
	 * @param directory the directory
	 */
	public FileResponseStore(Path directory) {
		this.directory = new StoreDirectory(directory);
		try {
			this.directory.create();
		}
		catch (IOException ex) {
			warn(ex);
			return;
		}
		Instant limit = Instant.now().minus(ABANDONED);
		walk((file, attributes) -> {
		}, (file, attributes) -> sweep(file, attributes, limit));
	}

	@Override
	public Optional<StoredResponse> find(CacheKey key) {
		Path file = this.closed ? null : file(key);
		if (file == null) {
			return Optional.empty();
		}
		try {
			Optional<StoredResponse> found = read(file, key);
			if (found.isEmpty()) {
				logger.debug("Removing the unreadable stored response '{}'", file);
				Files.deleteIfExists(file);
			}
			return found;
		}
		catch (IOException ex) {
			logger.trace("No stored response '{}'", file, ex);
			return Optional.empty();
		}
	}

	@Override
	public void put(CacheKey key, StoredResponse response) {
		Path file = this.closed ? null : file(key);
		if (file == null) {
			return;
		}
		try {
			if (response.body().isInMemory()) {
				write(file, key, response, response.body().bytes());
			}
			else {
				copy(file, key, response);
			}
		}
		catch (IOException ex) {
			failed(file, ex);
		}
	}

	@Override
	public ResponseWriter begin(CacheKey key, StoredResponse head) {
		Path file = this.closed ? null : file(key);
		return (file == null) ? ResponseWriter.NONE
				: new FileResponseWriter(this.directory, file, key, head, (ex) -> failed(file, ex));
	}

	@Override
	public void remove(CacheKey key) {
		Path file = this.closed ? null : file(key);
		if (file == null) {
			return;
		}
		try {
			Files.deleteIfExists(file);
		}
		catch (IOException ex) {
			// A file in place of the directory holds nothing that could be removed.
			if (Files.isDirectory(this.directory.path())) {
				warn(ex);
			}
		}
	}

	@Override
	public Set<CacheKey> keys(String url) {
		Set<CacheKey> keys = new HashSet<>();
		String prefix = StoredFileName.prefix(url + "-");
		walk((file, attributes) -> {
			if (file.getFileName().toString().startsWith(prefix)) {
				key(file, url).ifPresent(keys::add);
			}
		}, (file, attributes) -> {
		});
		return keys;
	}

	@Override
	public void clear() {
		walk((file, attributes) -> Files.deleteIfExists(file), (file, attributes) -> Files.deleteIfExists(file));
	}

	@Override
	public StoreSize size() {
		long[] size = new long[2];
		walk((file, attributes) -> {
			size[0]++;
			size[1] += attributes.size();
		}, (file, attributes) -> size[1] += attributes.size());
		return new StoreSize(size[0], size[1]);
	}

	@Override
	public void close() {
		this.closed = true;
	}

	/**
	 * The directory.
	 */
	@Override
	public String toString() {
		return this.directory.path().toString();
	}

	private static Optional<StoredResponse> read(Path file, CacheKey key) throws IOException {
		BasicFileAttributes attributes = FileBody.attributes(file);
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

	private void write(Path file, CacheKey key, StoredResponse response, byte[] body) throws IOException {
		RecordChecksum checksum = new RecordChecksum(RecordChecksum.of(ByteBuffer.wrap(body)));
		Optional<byte[]> head = StoredResponseFormat.head(key, response, body.length, checksum);
		if (head.isEmpty()) {
			return;
		}
		Path unfinished = this.directory.createUnfinished();
		boolean stored = false;
		try {
			try (FileChannel channel = FileResponseWriter.open(unfinished)) {
				FileResponseWriter.writeFully(channel, ByteBuffer.wrap(head.get()));
				FileResponseWriter.writeFully(channel, ByteBuffer.wrap(body));
			}
			this.directory.finish(unfinished, file);
			stored = true;
		}
		finally {
			if (!stored) {
				FileResponseWriter.discard(unfinished);
			}
		}
	}

	private void copy(Path file, CacheKey key, StoredResponse response) throws IOException {
		StoredBody held;
		try {
			held = response.body().hold();
		}
		catch (IOException ex) {
			logger.debug("Cannot be stored again, since it is gone: '{}'", file, ex);
			return;
		}
		try (ReadableByteChannel body = held.open();
				ResponseWriter writer = new FileResponseWriter(this.directory, file, key, response,
						(ex) -> failed(file, ex))) {
			ByteBuffer piece = ByteBuffer.allocate(SMALL);
			while (body.read(piece) >= 0) {
				writer.write(piece.flip());
				piece.clear();
			}
			writer.commit();
		}
	}

	private void walk(StoreDirectory.Visitor stored, StoreDirectory.Visitor unfinished) {
		if (this.closed) {
			return;
		}
		try {
			this.directory.walk(stored, unfinished);
		}
		catch (NoSuchFileException ex) {
			logger.debug("There is no directory '{}'", this.directory.path());
		}
		catch (IOException ex) {
			warn(ex);
		}
	}

	private static Optional<CacheKey> key(Path file, String url) {
		try {
			return StoredKey.of(file, url);
		}
		catch (IOException ex) {
			logger.debug("Could not read '{}'", file, ex);
			return Optional.empty();
		}
	}

	private static void sweep(Path unfinished, BasicFileAttributes attributes, Instant limit) {
		if (attributes.lastModifiedTime().toInstant().isBefore(limit)) {
			FileResponseWriter.discard(unfinished);
		}
	}

	private @Nullable Path file(CacheKey key) {
		try {
			return this.directory.path().resolve(StoredFileName.of(key.text()));
		}
		catch (IllegalArgumentException ex) {
			// Also if this file system has no such name.
			logger.debug("Cannot be stored in a file: {}", ex.getMessage());
			return null;
		}
	}

	private void failed(Path file, IOException ex) {
		if (ex instanceof ClosedByInterruptException) {
			logger.debug("Interrupted while storing '{}'", file);
		}
		else {
			warn(ex);
		}
	}

	private void warn(IOException ex) {
		if (!this.closed && this.warned.compareAndSet(false, true)) {
			logger.warn("Responses cannot be cached in '{}' ({}): calls go on without. "
					+ "Name a directory that exists or can be created, that this user may write to, and that has room. "
					+ "This is said only once.", this.directory.path(), reason(ex));
		}
	}

	private static String reason(IOException ex) {
		if (ex instanceof NoSuchFileException) {
			return "it does not exist";
		}
		return (ex instanceof NotDirectoryException) ? "it is not a directory" : ex.toString();
	}

}
