package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

import org.springframework.util.FileSystemUtils;

/**
 * A new directory that is deleted with its files when it is closed, and when this process
 * is terminated, which then ends its child processes too.
 */
final class TemporaryDirectory implements AutoCloseable {

	private static final int ATTEMPTS = 40;

	private final Path path;

	private TemporaryDirectory(Path path) {
		this.path = path;
	}

	static TemporaryDirectory create(Path parent, String prefix) throws IOException {
		TemporaryDirectory directory = new TemporaryDirectory(Files.createTempDirectory(parent, prefix));
		Runtime.getRuntime().addShutdownHook(new Thread(directory::deleteAtShutdown));
		return directory;
	}

	Path path() {
		return this.path;
	}

	/** Child processes, and threads of this one, may still create files meanwhile. */
	private void deleteAtShutdown() {
		for (int i = 0; i < ATTEMPTS && Files.exists(this.path); i++) {
			ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
			try {
				FileSystemUtils.deleteRecursively(this.path);
			}
			catch (IOException ex) {
				// A file was created or deleted meanwhile.
			}
			LockSupport.parkNanos(50_000_000);
		}
	}

	@Override
	public void close() throws IOException {
		FileSystemUtils.deleteRecursively(this.path);
	}

}
