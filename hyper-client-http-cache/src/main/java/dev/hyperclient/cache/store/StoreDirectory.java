package dev.hyperclient.cache.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;

/**
 * A directory that others may use and change meanwhile. Subdirectories, links and files
 * that are not the cache's own are passed over.
 */
final class StoreDirectory {

	private final Path path;

	StoreDirectory(Path path) {
		this.path = path.toAbsolutePath().normalize();
	}

	/**
	 * Is told of one file.
	 */
	@FunctionalInterface
	interface Visitor {

		/**
		 * A file of the cache.
		 * @param file the file
		 * @param attributes its attributes
		 * @throws IOException ends the walk
		 */
		void visit(Path file, BasicFileAttributes attributes) throws IOException;

	}

	/**
	 * Tells something of a file.
	 */
	@FunctionalInterface
	interface Condition {

		/**
		 * Whether it is so.
		 * @param file a file
		 * @return whether it is so
		 * @throws IOException if the file cannot be looked at
		 */
		boolean isTrue(Path file) throws IOException;

	}

	Path path() {
		return this.path;
	}

	/**
	 * Creates the directory with its parents if it is missing; then only the owner may
	 * read it.
	 * @throws IOException if that fails or there is something else in its place
	 */
	void create() throws IOException {
		// Not left to createDirectories, which on Java 17 refuses a link to a directory.
		if (!Files.isDirectory(this.path)) {
			Files.createDirectories(this.path, ownerOnly());
		}
	}

	/**
	 * Creates an unfinished file that only the owner may read, and the directory as well
	 * if somebody has removed it.
	 * @return the new, empty file
	 * @throws IOException if that fails
	 */
	Path createUnfinished() throws IOException {
		try {
			return Files.createTempFile(this.path, StoredFileName.TEMPORARY_PREFIX, "");
		}
		catch (NoSuchFileException ex) {
			create();
			return Files.createTempFile(this.path, StoredFileName.TEMPORARY_PREFIX, "");
		}
	}

	/**
	 * Gives a finished file its name, in place of an older one. If somebody has cleared
	 * the directory meanwhile, the file is gone, and nothing happens.
	 * @param unfinished the file
	 * @param file its name
	 * @throws IOException if that fails
	 */
	void finish(Path unfinished, Path file) throws IOException {
		try {
			Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
		}
		catch (NoSuchFileException ex) {
			if (Files.exists(unfinished)) {
				throw ex;
			}
		}
	}

	/**
	 * Removes unfinished files. Looks at nothing else, so it is quick.
	 * @param abandoned tells which of them
	 * @throws IOException if the directory cannot be read
	 */
	void sweep(Condition abandoned) throws IOException {
		try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(this.path,
				(file) -> StoredFileName.isUnfinished(file.getFileName().toString()))) {
			for (Path file : unfinished) {
				try {
					if (abandoned.isTrue(file)) {
						FileResponseWriter.discard(file);
					}
				}
				catch (IOException ex) {
					// It went away meanwhile.
					continue;
				}
			}
		}
	}

	/**
	 * Shows each stored response and each unfinished file, in no order.
	 * @param stored is told of stored responses
	 * @param unfinished is told of files that were not finished, or not yet
	 * @throws IOException if the directory cannot be read, or a visitor fails
	 */
	void walk(Visitor stored, Visitor unfinished) throws IOException {
		Files.walkFileTree(this.path.toRealPath(), EnumSet.noneOf(FileVisitOption.class), 1,
				visitor(stored, unfinished));
	}

	private FileAttribute<?>[] ownerOnly() {
		boolean posix = this.path.getFileSystem().supportedFileAttributeViews().contains("posix");
		return posix
				? new FileAttribute<?>[] {
						PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")) }
				: new FileAttribute<?>[0];
	}

	private static FileVisitor<Path> visitor(Visitor stored, Visitor unfinished) {
		return new SimpleFileVisitor<>() {

			@Override
			public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
				String name = file.getFileName().toString();
				if (attributes.isRegularFile() && StoredFileName.isStored(name)) {
					stored.visit(file, attributes);
				}
				else if (attributes.isRegularFile() && StoredFileName.isUnfinished(name)) {
					unfinished.visit(file, attributes);
				}
				return FileVisitResult.CONTINUE;
			}

			@Override
			public FileVisitResult visitFileFailed(Path file, IOException ex) {
				// It went away meanwhile.
				return FileVisitResult.CONTINUE;
			}

		};
	}

}
