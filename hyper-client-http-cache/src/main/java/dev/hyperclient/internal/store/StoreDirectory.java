package dev.hyperclient.internal.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.internal.files.AtomicReplacement;
import dev.hyperclient.internal.files.OwnerOnly;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.FileSystemUtils;

/**
 * A cache directory, which other processes may change at any time. Subdirectories, links
 * and files of other applications are ignored. Thread-safe.
 */
final class StoreDirectory {

	/**
	 * Cleans all directories up, in one daemon thread, which ends when it is idle.
	 */
	static final Executor BACKGROUND = background();

	/**
	 * The time without a write after which a temporary file is removed in any case.
	 */
	static final Duration ABANDONED_AFTER = Duration.ofHours(1);

	private static final Logger logger = LoggerFactory.getLogger(StoreDirectory.class);

	private static final Set<OpenOption> NEW_FILE = Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW,
			LinkOption.NOFOLLOW_LINKS);

	/**
	 * Temporary names are counted from a random number, so that no two processes use the
	 * same one.
	 */
	private static final AtomicLong nextNumber = new AtomicLong(ThreadLocalRandom.current().nextLong());

	/** The files that this process is writing. */
	private static final Set<TemporaryFile> writing = ConcurrentHashMap.newKeySet();

	private final Path path;

	private final boolean isTemporary;

	private final FileAttribute<?>[] ownerOnlyFile;

	/** Most calls use a file several times. Not synchronised, since it is immutable. */
	private @Nullable NamedFile recent;

	StoreDirectory(Path path) {
		this(path, false);
	}

	private StoreDirectory(Path path, boolean isTemporary) {
		this.path = path.toAbsolutePath().normalize();
		this.isTemporary = isTemporary;
		this.ownerOnlyFile = OwnerOnly.file(this.path);
	}

	/**
	 * Return a directory in the temporary directory of the JVM, which is created when the
	 * first file is, under a name that cannot be guessed. It is removed with its contents
	 * when it is closed or the JVM exits. A killed process leaves it behind.
	 * @throws UncheckedIOException if it could not be created
	 */
	static StoreDirectory temporary() {
		Path parent = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
		if (!Files.isWritable(parent) || !Files.isDirectory(parent)) {
			throw new UncheckedIOException(
					"Could not create a temporary directory in '" + parent + "' (not a directory that can be written).",
					new AccessDeniedException(parent.toString()));
		}
		StoreDirectory directory = new StoreDirectory(parent.resolve("hyper-client-" + UUID.randomUUID()), true);
		RemovalAtExit.directories.add(directory.path);
		return directory;
	}

	private record NamedFile(CacheKey key, Path file) {
	}

	/**
	 * Visits files.
	 */
	@FunctionalInterface
	interface Visitor {

		/**
		 * Visit a file of the cache.
		 * @param file the file
		 * @param attributes its attributes
		 * @throws IOException ends the walk
		 */
		void visit(Path file, BasicFileAttributes attributes) throws IOException;

	}

	Path path() {
		return this.path;
	}

	/**
	 * Return the file of a key.
	 * @throws IllegalArgumentException if there is no name for it
	 */
	Path file(CacheKey key) {
		NamedFile named = this.recent;
		if (named == null || !named.key().equals(key)) {
			named = new NamedFile(key, this.path.resolve(StoredFileName.of(key.text())));
			this.recent = named;
		}
		return named.file();
	}

	/**
	 * Create the directory with its parents if it is missing, readable by the owner only.
	 * @throws IOException if that fails or there is a file in its place
	 */
	void create() throws IOException {
		OwnerOnly.createDirectories(this.path);
	}

	/**
	 * Remove a temporary directory with its contents. If that fails, it is logged and
	 * tried again when the JVM exits. Another directory stays.
	 */
	void close() {
		if (this.isTemporary && RemovalAtExit.delete(this.path)) {
			RemovalAtExit.directories.remove(this.path);
		}
	}

	/**
	 * Create a temporary file, readable by the owner only, and the directory if it has
	 * been removed.
	 * @return the new, empty file
	 * @throws IOException if that fails
	 */
	TemporaryFile createTemporary() throws IOException {
		try {
			return newFile();
		}
		catch (NoSuchFileException ex) {
			create();
			return newFile();
		}
	}

	private TemporaryFile newFile() throws IOException {
		Path file = this.path
			.resolve(StoredFileName.TEMPORARY_PREFIX + (nextNumber.getAndIncrement() & Long.MAX_VALUE));
		TemporaryFile created = new TemporaryFile(file, FileChannel.open(file, NEW_FILE, this.ownerOnlyFile));
		writing.add(created);
		return created;
	}

	/**
	 * Remove the temporary files of killed processes.
	 * @param now the present time
	 */
	void discardAbandoned(Instant now) {
		Instant abandoned = now.minus(ABANDONED_AFTER);
		try {
			walk(StoredFileName::isTemporary, (file, attributes) -> {
				if (attributes.lastModifiedTime().toInstant().isBefore(abandoned)) {
					discard(file);
				}
			});
		}
		catch (IOException ex) {
			logger.debug("Could not remove temporary files from '{}'", this.path, ex);
		}
	}

	/**
	 * Remove a temporary file.
	 */
	static void discard(Path temporary) {
		try {
			Files.deleteIfExists(temporary);
		}
		catch (IOException ex) {
			logger.debug("Could not remove '{}'", temporary, ex);
		}
	}

	/**
	 * Whether this process is writing a temporary file.
	 */
	static boolean isWriting(Path temporary) {
		return writing.stream().anyMatch((file) -> file.path.getFileName().equals(temporary.getFileName()));
	}

	/**
	 * Visit files, in no particular order. Reads all names, but only the attributes of
	 * the files that are visited.
	 * @param names which names to visit
	 * @param visitor visits the files
	 * @throws IOException if the directory cannot be read, or the visitor fails
	 */
	void walk(Predicate<String> names, Visitor visitor) throws IOException {
		try (DirectoryStream<Path> files = Files.newDirectoryStream(this.path,
				(file) -> names.test(file.getFileName().toString()))) {
			for (Path file : files) {
				BasicFileAttributes attributes;
				try {
					attributes = ResponseFile.attributes(file);
				}
				catch (IOException ex) {
					// It has been removed meanwhile.
					continue;
				}
				if (attributes.isRegularFile()) {
					visitor.visit(file, attributes);
				}
			}
		}
		catch (DirectoryIteratorException ex) {
			throw ex.getCause();
		}
	}

	private static Executor background() {
		return new ThreadPoolExecutor(0, 1, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), (work) -> {
			Thread thread = new Thread(work, "hyper-client-housekeeping");
			thread.setDaemon(true);
			return thread;
		});
	}

	/**
	 * A new file under a temporary name, open for writing. It is removed when it is
	 * closed, unless it has been finished.
	 *
	 * @param path the file
	 * @param channel where its content is written
	 */
	record TemporaryFile(Path path, FileChannel channel) implements AutoCloseable {

		/**
		 * Rename the complete file, in place of an older file. Has no effect if the
		 * directory has been cleared meanwhile, or if the older file stays open on
		 * Windows.
		 * @param file the new name
		 * @throws IOException if that fails
		 */
		void finish(Path file) throws IOException {
			this.channel.close();
			try {
				AtomicReplacement.move(this.path, file);
			}
			catch (AccessDeniedException ex) {
				if (!Files.exists(file)) {
					throw ex;
				}
				// On Windows, while another process reads it.
				logger.debug("'{}' is open and was not replaced", file, ex);
				discard(this.path);
			}
			catch (NoSuchFileException ex) {
				if (Files.exists(this.path)) {
					throw ex;
				}
			}
			writing.remove(this);
		}

		/** Has no effect on a finished file. */
		@Override
		public void close() {
			try {
				this.channel.close();
			}
			catch (IOException ex) {
				logger.debug("Could not close '{}'", this.path, ex);
			}
			if (writing.remove(this)) {
				discard(this.path);
			}
		}

	}

	/**
	 * One shutdown hook for all temporary directories, so that closed ones leave nothing
	 * in the JVM. Installed with the first directory.
	 */
	private static final class RemovalAtExit {

		static final Set<Path> directories = ConcurrentHashMap.newKeySet();

		static {
			Runtime.getRuntime()
				.addShutdownHook(new Thread(() -> directories.forEach(RemovalAtExit::delete), "hyper-client-cleanup"));
		}

		static boolean delete(Path directory) {
			try {
				FileSystemUtils.deleteRecursively(directory);
				return true;
			}
			catch (IOException ex) {
				logger.debug("Could not remove the temporary directory '{}'", directory, ex);
				return false;
			}
		}

	}

}
