package dev.hyperclient.internal.store;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs once that a directory cannot be used, and what to do about it. Thread-safe.
 */
final class StoreFailureLogger {

	private static final Logger logger = LoggerFactory.getLogger(FileResponseStore.class);

	private final StoreDirectory directory;

	private final String setting;

	private final AtomicBoolean logged = new AtomicBoolean();

	StoreFailureLogger(StoreDirectory directory, String setting) {
		this.directory = directory;
		this.setting = setting;
	}

	/**
	 * Log a failure, unless one has been logged. An interruption is no failure: the
	 * thread remains interrupted, and the next response can be stored.
	 */
	void log(IOException ex) {
		if (ex instanceof ClosedByInterruptException
				|| (ex instanceof ClosedChannelException && Thread.currentThread().isInterrupted())) {
			logger.debug("Interrupted while storing in '{}'", this.directory.path());
		}
		else if (this.logged.compareAndSet(false, true)) {
			logger.warn(
					"Responses cannot be cached in '{}' ({}): calls continue uncached. "
							+ "Set {} to a directory that exists or can be created, "
							+ "that this user may write to, with free space. (Logged once.)",
					this.directory.path(), reason(ex), this.setting);
		}
	}

	/**
	 * Log no further failures.
	 */
	void silence() {
		this.logged.set(true);
	}

	private static String reason(IOException ex) {
		if (ex instanceof NoSuchFileException) {
			return "it does not exist and cannot be created";
		}
		if (ex instanceof NotDirectoryException || ex instanceof FileAlreadyExistsException) {
			return "it is not a directory";
		}
		if (ex instanceof AccessDeniedException) {
			return "access is denied";
		}
		return (ex instanceof FileSystemException failure && failure.getReason() != null) ? failure.getReason()
				: ex.toString();
	}

}
