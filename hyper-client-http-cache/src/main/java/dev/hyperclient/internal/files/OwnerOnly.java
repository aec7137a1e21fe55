package dev.hyperclient.internal.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import org.jspecify.annotations.Nullable;

/**
 * Creates files and directories that only their owner can use, where the file system
 * supports permissions.
 */
public final class OwnerOnly {

	private OwnerOnly() {
	}

	/**
	 * Create a directory with its parents if it is missing.
	 * @param directory the directory, or a link to one
	 * @throws IOException if that fails or there is a file in its place
	 */
	public static void createDirectories(Path directory) throws IOException {
		// Not left to createDirectories, which on Java 17 refuses a link to a directory.
		if (!Files.isDirectory(directory)) {
			Files.createDirectories(directory, attributes(directory, "rwx------"));
		}
	}

	/**
	 * Return the attributes of a new file.
	 * @param path a path in its file system
	 * @return the attributes
	 */
	public static FileAttribute<?>[] file(Path path) {
		return attributes(path, "rw-------");
	}

	/**
	 * Return the owner of this process, read from a new file.
	 * @param directory where to create the file, since a mounted file system may have
	 * other users; the temporary directory of the JVM if that is not possible
	 * @return the user, {@code null} if no file can be created
	 */
	public static @Nullable UserPrincipal user(Path directory) {
		for (Path parent : List.of(directory, Path.of(System.getProperty("java.io.tmpdir")))) {
			// Not createTempFile, whose secure random number takes long in a new process.
			Path created = parent.resolve(".temp" + (ThreadLocalRandom.current().nextLong() & Long.MAX_VALUE));
			try {
				Files.createFile(created, file(created));
				try {
					return Files.getOwner(created);
				}
				finally {
					Files.delete(created);
				}
			}
			catch (IOException ex) {
				continue;
			}
		}
		return null;
	}

	private static FileAttribute<?>[] attributes(Path path, String permissions) {
		return path.getFileSystem().supportedFileAttributeViews().contains("posix")
				? new FileAttribute<?>[] {
						PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)) }
				: new FileAttribute<?>[0];
	}

}
