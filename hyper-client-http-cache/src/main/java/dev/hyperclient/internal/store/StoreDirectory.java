package dev.hyperclient.internal.store;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.util.function.Predicate;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.internal.files.OwnerOnly;

/**
 * A cache directory, which other processes may change at any time. Subdirectories, links
 * and files of other applications are ignored.
 */
final class StoreDirectory {

	private final Path path;

	private final FileAttribute<?>[] ownerOnlyFile;

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

	/**
	 * Return the file of a key.
	 * @throws IllegalArgumentException if there is no name for it
	 */
	Path file(CacheKey key) {
		return this.path.resolve(StoredFileName.of(key.text()));
	}

	/**
	 * Create the directory with its parents if it is missing, readable by the owner only.
	 * @throws IOException if that fails or there is a file in its place
	 */
	void create() throws IOException {
		OwnerOnly.createDirectories(this.path);
	}

	/**
	 * Create a temporary file, readable by the owner only, and the directory if it has
	 * been removed.
	 * @return the new, empty file
	 * @throws IOException if that fails
	 */
	TemporaryFile createTemporary() throws IOException {
		try {
			return TemporaryFile.create(this.path, this.ownerOnlyFile);
		}
		catch (NoSuchFileException ex) {
			create();
			return TemporaryFile.create(this.path, this.ownerOnlyFile);
		}
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
					attributes = FileBody.attributes(file);
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

}
