package dev.hyperclient.cache.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

import dev.hyperclient.internal.files.OwnerOnly;
import org.jspecify.annotations.Nullable;

/**
 * A cache directory, which other processes may change at any time. Subdirectories, links
 * and files of other applications are ignored.
 */
final class StoreDirectory {

	private static final Set<OpenOption> NEW_FILE = Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW,
			LinkOption.NOFOLLOW_LINKS);

	private static final AtomicLong temporaryNumber = new AtomicLong(ThreadLocalRandom.current().nextLong());

	private final Path path;

	private final FileAttribute<?>[] ownerOnlyFile;

	/**
	 * The files of recent keys, since most calls use one several times. Not synchronised:
	 * its elements are immutable.
	 */
	private final @Nullable NamedFile[] recent = new @Nullable NamedFile[16];

	StoreDirectory(Path path) {
		this.path = path.toAbsolutePath().normalize();
		this.ownerOnlyFile = OwnerOnly.file(this.path);
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

	private record NamedFile(CacheKey key, Path path) {
	}

	/**
	 * Return the file of a key.
	 * @throws IllegalArgumentException if there is no name for it
	 */
	Path file(CacheKey key) {
		int slot = key.url().hashCode() & (this.recent.length - 1);
		NamedFile known = this.recent[slot];
		if (known != null && known.key().equals(key)) {
			return known.path();
		}
		Path file = this.path.resolve(StoredFileName.of(key.text()));
		this.recent[slot] = new NamedFile(key, file);
		return file;
	}

	/**
	 * Create the directory with its parents if it is missing, readable by the owner only.
	 * @throws IOException if that fails or there is a file in its place
	 */
	void create() throws IOException {
		OwnerOnly.createDirectories(this.path);
	}

	/**
	 * A new file, open for writing.
	 */
	record Temporary(Path path, FileChannel channel) {
	}

	/**
	 * Create a temporary file, readable by the owner only, and the directory if it has
	 * been removed.
	 * @return the new, empty file
	 * @throws IOException if that fails
	 */
	Temporary createTemporary() throws IOException {
		try {
			return openTemporary();
		}
		catch (NoSuchFileException ex) {
			create();
			return openTemporary();
		}
	}

	/**
	 * Names are counted from a random number, so that two processes hardly ever try the
	 * same one.
	 */
	private Temporary openTemporary() throws IOException {
		while (true) {
			Path file = this.path
				.resolve(StoredFileName.TEMPORARY_PREFIX + (temporaryNumber.getAndIncrement() & Long.MAX_VALUE));
			try {
				return new Temporary(file, FileChannel.open(file, NEW_FILE, this.ownerOnlyFile));
			}
			catch (FileAlreadyExistsException ex) {
				continue;
			}
		}
	}

	/**
	 * Rename a complete temporary file, in place of an older file. Has no effect if the
	 * directory has been cleared meanwhile.
	 * @param temporary the temporary file
	 * @param file the new name
	 * @throws IOException if that fails
	 */
	void finish(Path temporary, Path file) throws IOException {
		try {
			Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
		}
		catch (NoSuchFileException ex) {
			if (Files.exists(temporary)) {
				throw ex;
			}
		}
	}

	/**
	 * Visit temporary files. Examines no other files.
	 * @param temporary visits them
	 * @throws IOException if the directory cannot be read
	 */
	void selectTemporary(Visitor temporary) throws IOException {
		select(StoredFileName::isTemporary, temporary);
	}

	/**
	 * Visit the stored responses whose names have a prefix. Examines no other files.
	 * @param prefix the prefix
	 * @param stored visits them
	 * @throws IOException if the directory cannot be read
	 */
	void select(String prefix, Visitor stored) throws IOException {
		select((name) -> name.startsWith(prefix) && StoredFileName.isStored(name), stored);
	}

	/** Reads all names, but only the attributes of these files. */
	private void select(Predicate<String> name, Visitor visitor) throws IOException {
		try (DirectoryStream<Path> files = Files.newDirectoryStream(this.path,
				(file) -> name.test(file.getFileName().toString()))) {
			for (Path file : files) {
				try {
					BasicFileAttributes attributes = FileBody.attributes(file);
					if (attributes.isRegularFile()) {
						visitor.visit(file, attributes);
					}
				}
				catch (IOException ex) {
					// It has been removed meanwhile.
					continue;
				}
			}
		}
		catch (DirectoryIteratorException ex) {
			throw ex.getCause();
		}
	}

	/**
	 * Visit stored responses and temporary files, in no particular order.
	 * @param stored visits stored responses
	 * @param temporary visits temporary files
	 * @throws IOException if the directory cannot be read, or a visitor fails
	 */
	void walk(Visitor stored, Visitor temporary) throws IOException {
		Files.walkFileTree(this.path.toRealPath(), EnumSet.noneOf(FileVisitOption.class), 1,
				visitor(stored, temporary));
	}

	private static FileVisitor<Path> visitor(Visitor stored, Visitor temporary) {
		return new SimpleFileVisitor<>() {

			@Override
			public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
				String name = file.getFileName().toString();
				if (attributes.isRegularFile() && StoredFileName.isStored(name)) {
					stored.visit(file, attributes);
				}
				else if (attributes.isRegularFile() && StoredFileName.isTemporary(name)) {
					temporary.visit(file, attributes);
				}
				return FileVisitResult.CONTINUE;
			}

			@Override
			public FileVisitResult visitFileFailed(Path file, IOException ex) {
				// It has been removed meanwhile.
				return FileVisitResult.CONTINUE;
			}

		};
	}

}
