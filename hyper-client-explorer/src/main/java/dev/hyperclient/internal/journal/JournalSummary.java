package dev.hyperclient.internal.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts of requests.
 *
 * @param sent the number of requests that the cache did not answer, also those that
 * failed
 * @param notModified how many of these it answered with a 304 that confirmed a stored
 * response
 * @param hits the number of requests that the cache answered without the service
 * @param retries how many of the sent requests were refused and sent again
 * @param errors the number of requests that failed
 * @param receivedBytes the length of the received content, as far as it is known
 * @param savedBytes the length of the content that was not transferred because it is
 * stored
 */
public record JournalSummary(long sent, long notModified, long hits, long retries, long errors, long receivedBytes,
		long savedBytes) {

	static final JournalSummary EMPTY = new JournalSummary(0, 0, 0, 0, 0, 0, 0);

	JournalSummary plus(JournaledRequest request) {
		JournaledRequest.Outcome outcome = request.outcome();
		Long received = request.receivedBytes();
		return new JournalSummary(this.sent + (outcome.isSent() ? 1 : 0),
				this.notModified + ((outcome == JournaledRequest.Outcome.REVALIDATED) ? 1 : 0),
				this.hits + (outcome.isSent() ? 0 : 1),
				this.retries + ((outcome == JournaledRequest.Outcome.RETRY) ? 1 : 0),
				this.errors + ((outcome == JournaledRequest.Outcome.ERROR) ? 1 : 0),
				this.receivedBytes + ((received != null) ? received : 0), this.savedBytes + request.savedBytes());
	}

	/**
	 * Return the content that was not transferred for pages.
	 * @return a text such as {@code 14 kB}
	 */
	public String saved() {
		return JournaledRequest.text(this.savedBytes);
	}

	/**
	 * Return the counts as a text.
	 * @return for instance
	 * {@code 7 requests, 5 answered 304, 14 kB not transferred again}
	 */
	public String text() {
		List<String> parts = new ArrayList<>();
		parts.add((this.sent == 1) ? "1 request" : ((this.sent == 0) ? "No" : this.sent) + " requests");
		add(parts, this.notModified, " answered 304");
		add(parts, this.hits, " answered by the cache alone");
		add(parts, this.retries, " sent again");
		add(parts, this.errors, " failed");
		if (this.savedBytes > 0) {
			parts.add(saved() + " not transferred again");
		}
		return String.join(", ", parts);
	}

	private static void add(List<String> parts, long count, String text) {
		if (count > 0) {
			parts.add(count + text);
		}
	}

}
