package dev.hyperclient.cache.store;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says once that a directory cannot be used, and what to do about it. Thread-safe.
 */
final class StoreFailureLogger {

	private static final Logger logger = LoggerFactory.getLogger(FileResponseStore.class);

	private final StoreDirectory directory;

	private final AtomicBoolean told = new AtomicBoolean();

	StoreFailureLogger(StoreDirectory directory) {
		this.directory = directory;
	}

	/**
	 * Something went wrong.
	 */
	void with(IOException ex) {
		if (ex instanceof ClosedByInterruptException) {
			logger.debug("Interrupted while storing in '{}'", this.directory.path());
		}
		else if (this.told.compareAndSet(false, true)) {
			logger.warn("Responses cannot be cached in '{}' ({}): calls continue uncached. "
					+ "Set 'directory' (hyper-client.cache.directory) to a directory that exists or can be created, "
					+ "that this user may write to, and that has room. (Logged once.)", this.directory.path(),
					reason(ex));
		}
	}

	/**
	 * From now on nobody wants to know.
	 */
	void ignore() {
		this.told.set(true);
	}

	private static String reason(IOException ex) {
		if (ex instanceof NoSuchFileException) {
			return "it does not exist";
		}
		return (ex instanceof NotDirectoryException) ? "it is not a directory" : ex.toString();
	}

}
