package dev.hyperclient.cache.store;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;

/**
 * Walks through a directory that others may change meanwhile. Subdirectories, links and
 * files that are not the cache's own are passed over.
 */
final class StoreDirectory {

	private StoreDirectory() {
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
	 * Shows each stored response and each unfinished file, in no order.
	 * @param directory the directory, or a link to it
	 * @param stored is told of stored responses
	 * @param unfinished is told of files that were not finished, or not yet
	 * @throws IOException if the directory cannot be read, or a visitor fails
	 */
	static void walk(Path directory, Visitor stored, Visitor unfinished) throws IOException {
		Files.walkFileTree(directory.toRealPath(), EnumSet.noneOf(FileVisitOption.class), 1,
				visitor(stored, unfinished));
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
