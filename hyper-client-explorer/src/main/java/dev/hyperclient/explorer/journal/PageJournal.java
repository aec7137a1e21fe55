package dev.hyperclient.explorer.journal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The journal as a page shows it: the requests that were made for this page, and the
 * counts of all. Templates have it as the request attribute {@value #ATTRIBUTE}.
 * Thread-safe.
 */
final class PageJournal {

	/** The name of the request attribute. */
	static final String ATTRIBUTE = "hyperClientJournal";

	private static final int MAX_ROWS = 60;

	private final RequestJournal journal;

	private final JournalRecording recording = new JournalRecording();

	PageJournal(RequestJournal journal) {
		this.journal = journal;
	}

	JournalRecording recording() {
		return this.recording;
	}

	/**
	 * Return the first requests for this page, and before them those for the form that
	 * led to it.
	 */
	public List<JournaledRequest> getRequests() {
		return this.recording.requests().stream().limit(MAX_ROWS).toList();
	}

	/** Return the counts of the requests for this page. */
	public JournalSummary getSummary() {
		return this.recording.summary();
	}

	/** Return the latest requests of all pages and other work. */
	public List<JournaledRequest> getLatest() {
		List<JournaledRequest> requests = new ArrayList<>(this.journal.latest());
		Collections.reverse(requests);
		return requests.subList(0, Math.min(MAX_ROWS, requests.size()));
	}

	/** Return a picture of the last minutes. */
	public JournalChart getChart() {
		return JournalChart.of(this.journal.latest(), Instant.now());
	}

	/** Return the counts of the requests of all pages and other work. */
	public JournalSummary getTotal() {
		return this.journal.total();
	}

}
