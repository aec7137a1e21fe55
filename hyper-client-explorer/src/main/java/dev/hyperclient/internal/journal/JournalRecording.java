package dev.hyperclient.internal.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * The requests that were made for a piece of work, for instance for a page. Keeps the
 * first 500 and counts all. Thread-safe.
 *
 * @see RequestJournal#record
 */
public final class JournalRecording {

	private static final int MAX_REQUESTS = 500;

	private final List<JournaledRequest> requests = new ArrayList<>();

	private JournalSummary summary = JournalSummary.EMPTY;

	synchronized void add(JournaledRequest request) {
		this.summary = this.summary.plus(request);
		if (this.requests.size() < MAX_REQUESTS) {
			this.requests.add(request);
		}
	}

	/** Return a copy of the first requests, in the order in which the calls ended. */
	synchronized List<JournaledRequest> requests() {
		return List.copyOf(this.requests);
	}

	/**
	 * Return the counts of all requests.
	 * @return the counts
	 */
	public synchronized JournalSummary summary() {
		return this.summary;
	}

}
