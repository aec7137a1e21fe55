package dev.hyperclient.generator;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Replaces files as a whole, so that an interrupted run or another one at the same time
 * leaves no part of a file.
 */
final class FileReplacement {

	private static final String PREFIX = ".hyper-client-";

	private static final String SUFFIX = ".part";

	private FileReplacement() {
	}

	/** Return whether a file is one that an interrupted run may have left. */
	static boolean isTemporary(String name) {
		return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
	}

	/**
	 * Write a file.
	 * @param directory the directory of the temporary file, of the same file system
	 */
	static void write(Path file, Path directory, byte[] content) throws IOException {
		// Not a temporary file of the JDK, which only its owner could read.
		Path temporary = directory.resolve(PREFIX + UUID.randomUUID() + SUFFIX);
		try {
			Files.write(temporary, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
			move(temporary, file);
		}
		finally {
			Files.deleteIfExists(temporary);
		}
	}

	private static void move(Path temporary, Path file) throws IOException {
		try {
			Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
		}
		catch (AtomicMoveNotSupportedException ex) {
			Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
		}
	}

}
