package dev.hyperclient.internal.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.FileSystemUtils;

/**
 * A temporary directory, readable by the owner only, which is removed with its contents
 * when it is closed or the JVM exits. A killed process leaves it behind. Thread-safe.
 *
 * @param path the absolute path
 */
public record TemporaryDirectory(Path path) implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(TemporaryDirectory.class);

	/**
	 * Choose the name of a directory in the temporary directory of the JVM, which cannot
	 * be guessed, without creating the directory.
	 * @return the directory
	 * @throws UncheckedIOException if it could not be created
	 */
	public static TemporaryDirectory reserve() {
		Path parent = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
		Path path = parent.resolve("hyper-client-" + UUID.randomUUID());
		if (!Files.isWritable(parent) || !Files.isDirectory(parent)) {
			throw new UncheckedIOException(
					"Could not create a temporary directory in '" + parent + "' (not a directory that can be written).",
					new AccessDeniedException(parent.toString()));
		}
		RemovalAtExit.paths.add(path);
		return new TemporaryDirectory(path);
	}

	/**
	 * Remove the directory and its contents. If that fails, it is logged and tried again
	 * when the JVM exits. Closing twice has no effect.
	 */
	@Override
	public void close() {
		if (RemovalAtExit.paths.contains(this.path) && delete(this.path)) {
			RemovalAtExit.paths.remove(this.path);
		}
	}

	private static boolean delete(Path directory) {
		try {
			FileSystemUtils.deleteRecursively(directory);
			return true;
		}
		catch (IOException ex) {
			logger.debug("Could not remove the temporary directory '{}'", directory, ex);
			return false;
		}
	}

	/**
	 * One shutdown hook for all directories, so that closed ones leave nothing in the
	 * JVM. Installed with the first directory.
	 */
	private static final class RemovalAtExit {

		static final Set<Path> paths = ConcurrentHashMap.newKeySet();

		static {
			Runtime.getRuntime()
				.addShutdownHook(new Thread(() -> paths.forEach(TemporaryDirectory::delete), "hyper-client-cleanup"));
		}

	}

}
