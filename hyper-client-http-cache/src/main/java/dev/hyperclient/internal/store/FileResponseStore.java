package dev.hyperclient.internal.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoreStatistics;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Store in a directory, one file for each response, with the file names and the format of
 * the Python client lazr.restfulclient, so that both can share the directory.
 * <p>
 * Files are written under a temporary name and renamed, so a reader never sees a partial
 * file, and contain checksums, so damage by a crash or a failing disk is detected. Short
 * content is read into memory; longer content is verified when it is
 * {@link StoredBody#snapshot() held}. Several processes may use the directory at the same
 * time. Temporary files of killed processes are removed after an hour; stored responses
 * only within {@link FileStoreLimits limits}. Thread-safe.
 */
public final class FileResponseStore implements ResponseStore {

	private static final Logger logger = LoggerFactory.getLogger(FileResponseStore.class);

	private static final int BUFFER_SIZE = 64 * 1024;

	private final StoreDirectory directory;

	private final FileStoreLimits limits;

	private final DirectoryUsage usage;

	private final GroupRemoval groups;

	private final LongAdder puts = new LongAdder();

	private final StoreFailureLogger failures;

	private volatile boolean closed;

	/** Whether the directory could not be created when the store was opened. */
	private boolean isUnusable;

	/**
	 * Create a store without limits.
	 * @param directory the directory; created with its parents if it is missing, readable
	 * by the owner only. If that fails, a warning is logged and nothing is stored
	 */
	public FileResponseStore(Path directory) {
		this(directory, FileStoreLimits.NONE);
	}

	/**
	 * Create a store with limits, which apply to the files of other clients too.
	 * @param directory the directory; created with its parents if it is missing, readable
	 * by the owner only. If that fails, a warning is logged and nothing is stored
	 * @param limits the limits
	 */
	public FileResponseStore(Path directory, FileStoreLimits limits) {
		this(directory, limits, "'directory'");
	}

	/**
	 * Create a store with limits, which apply to the files of other clients too.
	 * @param directory the directory; created with its parents if it is missing, readable
	 * by the owner only. If that fails, a warning is logged and nothing is stored
	 * @param limits the limits
	 * @param setting what messages call the setting of the directory, for instance the
	 * key of a property
	 */
	public FileResponseStore(Path directory, FileStoreLimits limits, String setting) {
		this(new StoreDirectory(directory), limits, setting);
		try {
			this.directory.create();
			this.usage.start();
		}
		catch (IOException ex) {
			this.failures.log(ex);
			this.isUnusable = true;
		}
	}

	private FileResponseStore(StoreDirectory directory, FileStoreLimits limits, String setting) {
		this.directory = directory;
		this.failures = new StoreFailureLogger(directory, setting);
		this.limits = limits;
		this.usage = new DirectoryUsage(directory, limits, this::removeFilesOfGroups);
		this.groups = new GroupRemoval(directory, this.usage::removed);
	}

	/**
	 * Create a store in a directory in the temporary directory of the JVM, which is
	 * created with the first response that is stored, readable by the owner only. It is
	 * removed with its contents when the store is closed or the JVM exits.
	 * @param limits the limits
	 * @param setting as above
	 * @return the store
	 * @throws UncheckedIOException if the directory could not be created
	 */
	public static FileResponseStore temporary(FileStoreLimits limits, String setting) {
		return new FileResponseStore(StoreDirectory.temporary(), limits, setting);
	}

	/**
	 * A response and the identity of its file, {@code null} if it was not asked for.
	 */
	record StoredFile(StoredResponse response, ResponseFile.@Nullable Identity identity) {
	}

	@Override
	public Optional<StoredResponse> find(CacheKey key) {
		return findFile(key, this.limits.areSet()).map(StoredFile::response);
	}

	/**
	 * Return the response of a key.
	 * @param withIdentity whether with the identity of its file
	 */
	Optional<StoredFile> findFile(CacheKey key, boolean withIdentity) {
		Path file = file(key);
		// One call of the system for a missing file, without a NoSuchFileException.
		if (file == null || !Files.isRegularFile(file)) {
			return Optional.empty();
		}
		try {
			BasicFileAttributes attributes = withIdentity ? ResponseFile.attributes(file) : null;
			return readChecked(file, key, attributes).map((response) -> new StoredFile(response,
					(attributes != null) ? ResponseFile.Identity.of(attributes) : null));
		}
		catch (IOException ex) {
			logger.trace("No stored response '{}'", file, ex);
			return Optional.empty();
		}
	}

	/**
	 * Whether the file of a key is still the same. Records its use.
	 */
	boolean isUnchanged(CacheKey key, ResponseFile.Identity identity) {
		Path file = file(key);
		if (file == null) {
			return false;
		}
		try {
			BasicFileAttributes attributes = ResponseFile.attributes(file);
			if (!identity.equals(ResponseFile.Identity.of(attributes)) || this.usage.isExpired(attributes)) {
				return false;
			}
			this.usage.used(file, attributes);
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	@Override
	public void put(CacheKey key, StoredResponse response) {
		Path file = file(key);
		if (file == null) {
			return;
		}
		try {
			if (response.body().isInMemory()) {
				FileResponseWriter.write(this.directory, file, key, response, this.limits.maxBytes(),
						(size) -> recordPut(file, key, response, size));
			}
			else {
				copy(file, key, response);
			}
		}
		catch (IOException ex) {
			this.failures.logUnstored(ex);
		}
	}

	@Override
	public Optional<String> failure() {
		return this.failures.failure();
	}

	@Override
	public ResponseWriter begin(CacheKey key, StoredResponse head) {
		Path file = file(key);
		return (file == null) ? ResponseWriter.NONE : new FileResponseWriter(this.directory, file, key, head,
				this.limits.maxBytes(), (size) -> recordPut(file, key, head, size), this.failures::logUnstored);
	}

	@Override
	public void remove(CacheKey key) {
		Path file = file(key);
		if (file == null) {
			return;
		}
		try {
			delete(file);
		}
		catch (IOException ex) {
			// If there is a file in place of the directory, there is nothing to remove.
			if (Files.isDirectory(this.directory.path())) {
				this.failures.log(ex);
			}
		}
	}

	/**
	 * Make the responses of groups unusable: at once for this process, and for others as
	 * soon as their files have been removed, in the background or by {@link #close}.
	 */
	@Override
	public void removeGroups(Set<CacheGroup> groups) {
		if (!this.closed) {
			this.groups.add(groups);
			this.groups.removeFilesSoon();
		}
	}

	@Override
	public Set<CacheKey> keys(String url) {
		Set<CacheKey> keys = new HashSet<>();
		String prefix = StoredFileName.prefix(url + "-");
		ifOpen(() -> this.directory.walk((name) -> name.startsWith(prefix) && StoredFileName.isStored(name),
				(file, attributes) -> ResponseFile.key(file, url).ifPresent(keys::add)));
		return keys;
	}

	@Override
	public List<CacheKey> recentKeys(int maximum) {
		Map<Path, FileTime> written = new HashMap<>();
		ifOpen(() -> this.directory.walk(StoredFileName::isStored,
				(file, attributes) -> written.put(file, attributes.lastModifiedTime())));
		return written.entrySet()
			.stream()
			.sorted(Map.Entry.<Path, FileTime>comparingByValue().reversed())
			.flatMap((file) -> ResponseFile.writtenKey(file.getKey()).stream())
			.limit(maximum)
			.toList();
	}

	@Override
	public void clear() {
		ifOpen(() -> this.directory.walk(StoredFileName::isKnown, (file, attributes) -> Files.deleteIfExists(file)));
		this.usage.reset();
	}

	@Override
	public StoreSize size() {
		StoreSize[] size = { StoreSize.EMPTY };
		ifOpen(() -> size[0] = this.usage.size());
		return size[0];
	}

	@Override
	public StoreStatistics statistics() {
		return StoreStatistics.of(this.puts.sum(), this.usage.evictions());
	}

	@Override
	public void close() {
		this.closed = true;
		this.failures.silence();
		this.usage.stop();
		// This process no longer knows the groups when it serves the next response.
		removeFilesOfGroups();
		this.directory.close();
	}

	/**
	 * Return the directory, or that it cannot be used.
	 */
	@Override
	public String toString() {
		Path path = this.directory.path();
		return (this.isUnusable && !Files.isDirectory(path)) ? "no directory ('%s' cannot be used)".formatted(path)
				: path.toString();
	}

	/**
	 * Read a file, or remove it if it is expired, unreadable or in a group that is being
	 * removed.
	 * @param attributes its attributes, which are not needed without limits
	 */
	private Optional<StoredResponse> readChecked(Path file, CacheKey key, @Nullable BasicFileAttributes attributes)
			throws IOException {
		long removals = this.groups.removals();
		Optional<StoredResponse> found = (attributes != null && this.usage.isExpired(attributes)) ? Optional.empty()
				: ResponseFile.read(file, attributes, key);
		if (found.isPresent() && !this.groups.isEmpty() && this.groups.include(file, CacheGroup.of(key, found.get()))) {
			// Invalidated, but not removed yet.
			found = Optional.empty();
		}
		else if (this.groups.removals() != removals) {
			// Groups have been forgotten since, which the file may have been in.
			return readChecked(file, key, (attributes != null) ? ResponseFile.attributes(file) : null);
		}
		if (found.isEmpty()) {
			// The next lookup makes one call of the system.
			logger.debug("Removing the expired, invalidated or unreadable stored response '{}'", file);
			delete(file);
		}
		else if (attributes != null) {
			this.usage.used(file, attributes);
		}
		return found;
	}

	private void copy(Path file, CacheKey key, StoredResponse response) throws IOException {
		StoredBody held;
		try {
			held = response.body().snapshot();
		}
		catch (IOException ex) {
			logger.debug("Cannot be stored again, since its content has been removed: '{}'", file, ex);
			return;
		}
		try (ReadableByteChannel body = held.open(); ResponseWriter writer = begin(key, response)) {
			ByteBuffer buffer = ByteBuffer.allocate(BUFFER_SIZE);
			while (body.read(buffer) >= 0) {
				writer.write(buffer.flip());
				buffer.clear();
			}
			writer.commit();
		}
	}

	/**
	 * Work with the directory.
	 */
	@FunctionalInterface
	private interface IoTask {

		void run() throws IOException;

	}

	private void ifOpen(IoTask task) {
		if (this.closed) {
			return;
		}
		try {
			task.run();
		}
		catch (NoSuchFileException ex) {
			logger.debug("Missing directory '{}'", this.directory.path());
		}
		catch (IOException ex) {
			this.failures.log(ex);
		}
	}

	private void removeFilesOfGroups() {
		this.groups.removeFiles();
	}

	private void recordPut(Path file, CacheKey key, StoredResponse response, long size) {
		this.failures.stored();
		if (!this.groups.isEmpty() && !CacheGroup.of(key, response).isEmpty()) {
			// An invalidated file must not remain if this one does not get its name.
			remove(key);
			this.groups.stored(file);
		}
		this.usage.added(file, size, size(file));
		this.puts.increment();
	}

	/** Delete a file, without a NoSuchFileException if it is missing. */
	private void delete(Path file) throws IOException {
		long size = size(file);
		// Otherwise it may exist where this process may not look.
		if (size < 0 && Files.isExecutable(this.directory.path())) {
			return;
		}
		if (Files.deleteIfExists(file) && size >= 0) {
			this.usage.removed(size);
		}
	}

	/**
	 * Return the size of a file, -1 if it does not exist.
	 */
	private static long size(Path file) {
		try {
			return Files.exists(file) ? ResponseFile.attributes(file).size() : -1;
		}
		catch (IOException ex) {
			return -1;
		}
	}

	/** Return the file of a key, {@code null} if nothing can be stored in it. */
	private @Nullable Path file(CacheKey key) {
		try {
			return this.closed ? null : this.directory.file(key);
		}
		catch (IllegalArgumentException ex) {
			// Also if the file system does not permit the name.
			logger.debug("Cannot be stored in a file: {}", ex.getMessage());
			return null;
		}
	}

}
