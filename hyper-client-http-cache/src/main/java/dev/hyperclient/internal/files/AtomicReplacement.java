package dev.hyperclient.internal.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Renames a complete file in place of an older one, so that readers see one of them as a
 * whole.
 */
public final class AtomicReplacement {

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

	private AtomicReplacement() {
	}

	/**
	 * Rename a file. Windows refuses to replace a file that is open, which backups and
	 * virus scanners keep open for a moment, so that it is tried once more.
	 * @param complete the complete file
	 * @param file the new name, of the same directory
	 * @throws AccessDeniedException if the older file stays open, or the user may not
	 * write to the directory
	 * @throws IOException if that fails for another reason
	 */
	public static void move(Path complete, Path file) throws IOException {
		try {
			Files.move(complete, file, StandardCopyOption.ATOMIC_MOVE);
		}
		catch (AccessDeniedException ex) {
			LockSupport.parkNanos(PAUSE_NANOS);
			Files.move(complete, file, StandardCopyOption.ATOMIC_MOVE);
		}
	}

}
