package dev.hyperclient.internal.store;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs that a directory cannot be used, and what to do about it: once until responses are
 * stored again. Thread-safe.
 */
final class StoreFailureLogger {

	private static final Logger logger = LoggerFactory.getLogger(FileResponseStore.class);

	private final StoreDirectory directory;

	private final String setting;

	private final AtomicBoolean logged = new AtomicBoolean();

	/** Why the last response was not stored, or {@code null} if it was. */
	private volatile @Nullable String failure;

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
			logger.warn("Responses cannot be cached in '{}' ({}): calls continue uncached. "
					+ "Set {} to a directory that exists or can be created, "
					+ "that this user may write to, with free space. (Logged once until responses are cached again.)",
					this.directory.path(), reason(ex), this.setting);
		}
	}

	/**
	 * Log that a response could not be stored, unless a failure has been logged.
	 */
	void logUnstored(IOException ex) {
		if (!Thread.currentThread().isInterrupted()) {
			this.failure = reason(ex);
		}
		log(ex);
	}

	/**
	 * Log the end of a failure if there was one.
	 */
	void stored() {
		if (this.failure != null) {
			this.failure = null;
			if (this.logged.compareAndSet(true, false)) {
				logger.info("Responses are cached in '{}' again", this.directory.path());
			}
		}
	}

	Optional<String> failure() {
		return Optional.ofNullable(this.failure);
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
