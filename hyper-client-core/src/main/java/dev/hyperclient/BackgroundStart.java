package dev.hyperclient;

import java.net.URI;
import java.time.Duration;

import dev.hyperclient.internal.exchange.CallLog;
import dev.hyperclient.retry.Sleeper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the documents of a root on a daemon thread, with waits that double up to one
 * minute, until they are fetched or the root is closed.
 */
final class BackgroundStart implements Runnable, AutoCloseable {

	private static final int LONGEST_SHIFT = 6;

	private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

	private final RootDocuments documents;

	private final URI baseUrl;

	private final Sleeper sleeper;

	private final Logger logger;

	private final Thread thread;

	private volatile boolean closed;

	private BackgroundStart(RootDocuments documents, URI baseUrl, Sleeper sleeper, String name) {
		this.documents = documents;
		this.baseUrl = baseUrl;
		this.sleeper = sleeper;
		this.logger = LoggerFactory.getLogger(CallLog.LOGGER_PREFIX + name);
		this.thread = new Thread(this, "hyper-client-start-" + name);
		this.thread.setDaemon(true);
	}

	static BackgroundStart of(RootDocuments documents, URI baseUrl, Sleeper sleeper, String name) {
		BackgroundStart start = new BackgroundStart(documents, baseUrl, sleeper, name);
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
			this.logger.debug("Stopped fetching {}", this.baseUrl);
		}
	}

	private boolean succeeds(int attempt) {
		try {
			this.documents.get();
			return true;
		}
		catch (RuntimeException ex) {
			if (attempt == 0 && !this.closed) {
				this.logger.warn(
						"{} could not be fetched ({}). Retrying in the background, at first every few seconds, at last every minute; further failures are logged at debug level.",
						this.baseUrl, CallLog.firstLine(ex));
			}
			this.logger.debug("{} could not be fetched", this.baseUrl, ex);
			return false;
		}
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
