package dev.hyperclient.cache.store;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
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
 * Files are written aside and renamed, so a reader never sees half of one. Several
 * processes may use the directory at the same time. It is never cleaned, but for the
 * remains of writers that were killed. Thread-safe.
 */
public final class FileResponseStore implements ResponseStore {

	private static final Logger logger = LoggerFactory.getLogger(FileResponseStore.class);

	private static final Duration ABANDONED = Duration.ofHours(1);

	private static final long MAX_FILE_SIZE = 128L * 1024 * 1024;

	private final Path directory;

	private final AtomicBoolean warned = new AtomicBoolean();

	private volatile boolean closed;

	/**
	 * Uses a directory, and creates it with its parents if it is missing; then only the
	 * owner may read it. If that is impossible, it is logged, and nothing will be stored.
	 * @param directory the directory
	 */
	public FileResponseStore(Path directory) {
		this.directory = directory.toAbsolutePath().normalize();
		try {
			open();
		}
		catch (IOException ex) {
			warn(ex);
		}
	}

	@Override
	public Optional<StoredResponse> find(CacheKey key) {
		Path file = this.closed ? null : file(key);
		if (file == null) {
			return Optional.empty();
		}
		try {
			BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
			if (!attributes.isRegularFile() || attributes.size() > MAX_FILE_SIZE) {
				return Optional.empty();
			}
			Optional<StoredResponse> found = StoredResponseFormat.read(Files.readAllBytes(file));
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
		Optional<byte[]> head = StoredResponseFormat.head(key, response);
		if (file == null || head.isEmpty() || head.get().length + (long) response.body().length > MAX_FILE_SIZE) {
			return;
		}
		try {
			write(file, head.get(), response.body());
		}
		catch (ClosedByInterruptException ex) {
			logger.debug("Interrupted while storing '{}'", file);
		}
		catch (IOException ex) {
			warn(ex);
		}
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
			if (Files.isDirectory(this.directory)) {
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
		return this.directory.toString();
	}

	private void open() throws IOException {
		// Not left to createDirectories, which on Java 17 refuses a link to a directory.
		if (!Files.isDirectory(this.directory)) {
			Files.createDirectories(this.directory, ownerOnly());
			return;
		}
		Instant limit = Instant.now().minus(ABANDONED);
		StoreDirectory.walk(this.directory, (file, attributes) -> {
		}, (file, attributes) -> sweep(file, attributes, limit));
	}

	private void walk(StoreDirectory.Visitor stored, StoreDirectory.Visitor unfinished) {
		if (this.closed) {
			return;
		}
		try {
			StoreDirectory.walk(this.directory, stored, unfinished);
		}
		catch (NoSuchFileException ex) {
			logger.debug("There is no directory '{}'", this.directory);
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
		try {
			if (attributes.lastModifiedTime().toInstant().isBefore(limit)) {
				Files.deleteIfExists(unfinished);
			}
		}
		catch (IOException ex) {
			logger.debug("Could not remove '{}'", unfinished, ex);
		}
	}

	private FileAttribute<?>[] ownerOnly() {
		boolean posix = this.directory.getFileSystem().supportedFileAttributeViews().contains("posix");
		return posix
				? new FileAttribute<?>[] {
						PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")) }
				: new FileAttribute<?>[0];
	}

	private @Nullable Path file(CacheKey key) {
		try {
			return this.directory.resolve(StoredFileName.of(key.text()));
		}
		catch (IllegalArgumentException ex) {
			// Also if this file system has no such name.
			logger.debug("Cannot be stored in a file: {}", ex.getMessage());
			return null;
		}
	}

	private void write(Path file, byte[] head, byte[] body) throws IOException {
		Path unfinished = Files.createTempFile(this.directory, StoredFileName.TEMPORARY_PREFIX, "");
		boolean stored = false;
		try {
			try (var out = Files.newOutputStream(unfinished)) {
				out.write(head);
				out.write(body);
			}
			Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
			stored = true;
		}
		finally {
			if (!stored) {
				Files.deleteIfExists(unfinished);
			}
		}
	}

	private void warn(IOException ex) {
		if (!this.closed && this.warned.compareAndSet(false, true)) {
			logger.warn("Responses cannot be cached in '{}' ({}): calls go on without. "
					+ "Name a directory that exists or can be created, that this user may write to, and that has room. "
					+ "This is said only once.", this.directory, reason(ex));
		}
	}

	private static String reason(IOException ex) {
		if (ex instanceof NoSuchFileException) {
			return "it does not exist";
		}
		return (ex instanceof NotDirectoryException) ? "it is not a directory" : ex.toString();
	}

}
