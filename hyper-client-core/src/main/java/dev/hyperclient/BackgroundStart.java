package dev.hyperclient;

import java.net.URI;
import java.time.Duration;

import dev.hyperclient.retry.Sleeper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the documents of a root on a thread that does not keep the JVM alive, with
 * waits that double up to a minute, until they are there or the root is closed.
 */
final class BackgroundStart implements Runnable, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(BackgroundStart.class);

	private static final int LONGEST_SHIFT = 6;

	private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

	private final RootDocuments documents;

	private final URI serviceRoot;

	private final Sleeper sleeper;

	private final Thread thread;

	private volatile boolean closed;

	private BackgroundStart(RootDocuments documents, URI serviceRoot, Sleeper sleeper) {
		this.documents = documents;
		this.serviceRoot = serviceRoot;
		this.sleeper = sleeper;
		this.thread = new Thread(this, "hyper-client-start " + serviceRoot);
		this.thread.setDaemon(true);
	}

	static BackgroundStart of(RootDocuments documents, URI serviceRoot, Sleeper sleeper) {
		BackgroundStart start = new BackgroundStart(documents, serviceRoot, sleeper);
		start.thread.start();
		return start;
	}

	@Override
	public void run() {
		try {
			for (int attempt = 0; !this.closed && !succeeds(attempt); attempt++) {
				this.sleeper.sleep(wait(attempt));
			}
		}
		catch (InterruptedException ex) {
			logger.debug("{} is not fetched any more", this.serviceRoot);
		}
	}

	private boolean succeeds(int attempt) {
		try {
			this.documents.get();
			if (attempt > 0) {
				logger.info("{} was fetched", this.serviceRoot);
			}
			return true;
		}
		catch (RuntimeException ex) {
			if (attempt == 0 && !this.closed) {
				logger.warn("{} could not be fetched yet ({}); it is tried again in the background. "
						+ "This is said only once.", this.serviceRoot, firstLine(ex));
			}
			logger.debug("{} could not be fetched", this.serviceRoot, ex);
			return false;
		}
	}

	/**
	 * Return an error status carries the header fields and the body below its first line.
	 */
	private static String firstLine(RuntimeException ex) {
		return ex.toString().lines().findFirst().orElse("");
	}

	private static Duration wait(int attempt) {
		Duration wait = Duration.ofSeconds(1L << Math.min(attempt, LONGEST_SHIFT));
		return (wait.compareTo(LONGEST_WAIT) > 0) ? LONGEST_WAIT : wait;
	}

	@Override
	public void close() {
		this.closed = true;
		this.thread.interrupt();
	}

}
