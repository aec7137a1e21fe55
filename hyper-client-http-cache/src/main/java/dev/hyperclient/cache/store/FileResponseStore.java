package dev.hyperclient.cache.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

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
 * time. The remains of writers that were killed are removed after an hour; anything else
 * only if there are {@link FileStoreLimits limits}. Thread-safe.
 */
public final class FileResponseStore implements ResponseStore {

	private static final Logger logger = LoggerFactory.getLogger(FileResponseStore.class);

	private static final int PIECE = 64 * 1024;

	private final StoreDirectory directory;

	private final FileStoreLimits limits;

	private final DirectoryMaintenance maintenance;

	private final LongAdder puts = new LongAdder();

	private final StoreFailureLogger trouble;

	private volatile boolean closed;

	/**
	 * Uses a directory without limits.
	 * @param directory the directory; created with its parents if it is missing, and then
	 * only the owner may read it. If that is impossible, it is logged, and nothing will
	 * be stored
	 */
	public FileResponseStore(Path directory) {
		this(directory, FileStoreLimits.NONE);
	}

	/**
	 * Uses a directory within limits. They count for all that is stored there, also by
	 * others.
	 * @param directory the directory; created with its parents if it is missing, and then
	 * only the owner may read it. If that is impossible, it is logged, and nothing will
	 * be stored
	 * @param limits how much is kept and for how long
	 */
	public FileResponseStore(Path directory, FileStoreLimits limits) {
		this.directory = new StoreDirectory(directory);
		this.trouble = new StoreFailureLogger(this.directory);
		this.limits = limits;
		this.maintenance = new DirectoryMaintenance(this.directory, limits);
		try {
			this.directory.create();
			this.maintenance.begin();
		}
		catch (IOException ex) {
			this.trouble.with(ex);
		}
	}

	@Override
	public Optional<StoredResponse> find(CacheKey key) {
		return findFile(key).map(FoundFile::response);
	}

	/**
	 * The same, with the file that the response was read from.
	 */
	Optional<FoundFile> findFile(CacheKey key) {
		Path file = this.closed ? null : file(key);
		if (file == null) {
			return Optional.empty();
		}
		try {
			BasicFileAttributes attributes = FileBody.attributes(file);
			Optional<StoredResponse> found = this.maintenance.isExpired(attributes) ? Optional.empty()
					: ResponseFile.read(file, attributes, key);
			if (found.isEmpty()) {
				logger.debug("Removing the expired or unreadable stored response '{}'", file);
				delete(file);
				return Optional.empty();
			}
			this.maintenance.used(file, attributes);
			return found.map((response) -> new FoundFile(response, FileBody.Identity.of(attributes)));
		}
		catch (IOException ex) {
			logger.trace("No stored response '{}'", file, ex);
			return Optional.empty();
		}
	}

	/**
	 * Whether the file under a key is still the same one; notes that it is used.
	 */
	boolean isPresent(CacheKey key, FileBody.Identity identity) {
		Path file = this.closed ? null : file(key);
		if (file == null) {
			return false;
		}
		try {
			BasicFileAttributes attributes = FileBody.attributes(file);
			boolean present = identity.equals(FileBody.Identity.of(attributes))
					&& !this.maintenance.isExpired(attributes);
			if (present) {
				this.maintenance.used(file, attributes);
			}
			return present;
		}
		catch (IOException ex) {
			return false;
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
				ResponseFile.write(this.directory, file, key, response, this.limits.maxBytes(),
						(size) -> stored(file, size));
			}
			else {
				copy(file, key, response);
			}
		}
		catch (IOException ex) {
			this.trouble.with(ex);
		}
	}

	@Override
	public ResponseWriter begin(CacheKey key, StoredResponse head) {
		Path file = this.closed ? null : file(key);
		return (file == null) ? ResponseWriter.NONE : new FileResponseWriter(this.directory, file, key, head,
				this.limits.maxBytes(), (size) -> stored(file, size), this.trouble::with);
	}

	@Override
	public void remove(CacheKey key) {
		Path file = this.closed ? null : file(key);
		if (file == null) {
			return;
		}
		try {
			delete(file);
		}
		catch (IOException ex) {
			// A file in place of the directory holds nothing that could be removed.
			if (Files.isDirectory(this.directory.path())) {
				this.trouble.with(ex);
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
		this.maintenance.reset();
	}

	@Override
	public StoreSize size() {
		if (!this.closed) {
			try {
				return this.maintenance.size();
			}
			catch (NoSuchFileException ex) {
				logger.debug("There is no directory '{}'", this.directory.path());
			}
			catch (IOException ex) {
				this.trouble.with(ex);
			}
		}
		return StoreSize.EMPTY;
	}

	@Override
	public StoreStatistics statistics() {
		return new StoreStatistics(this.puts.sum(), this.maintenance.evictions());
	}

	@Override
	public void close() {
		this.closed = true;
		this.trouble.ignore();
		this.maintenance.end();
	}

	/**
	 * The directory.
	 */
	@Override
	public String toString() {
		return this.directory.path().toString();
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
		try (ReadableByteChannel body = held.open(); ResponseWriter writer = begin(key, response)) {
			ByteBuffer piece = ByteBuffer.allocate(PIECE);
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
			this.trouble.with(ex);
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

	private void stored(Path file, long size) {
		this.maintenance.added(size, size(file));
		this.puts.increment();
	}

	private void delete(Path file) throws IOException {
		long size = size(file);
		if (Files.deleteIfExists(file) && size >= 0) {
			this.maintenance.removed(size);
		}
	}

	/**
	 * The size of a file, -1 if there is none.
	 */
	private static long size(Path file) {
		try {
			return FileBody.attributes(file).size();
		}
		catch (IOException ex) {
			return -1;
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

}
