package dev.hyperclient.explorer.journal;

import java.util.List;

import dev.hyperclient.ServiceRootBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The most recent requests of the clients that it observes, at most 2,000, and the counts
 * of all. Contains neither header fields nor content nor credentials. Thread-safe.
 */
public final class RequestJournal {

	private final JournalStore store = new JournalStore();

	/**
	 * Create an empty journal.
	 */
	public RequestJournal() {
	}

	/**
	 * Observe the calls of a client.
	 * @param service the name of the service
	 * @param builder the builder of the client
	 */
	public void observe(String service, ServiceRootBuilder builder) {
		JournalObserver observer = new JournalObserver(service, this.store);
		builder.addCallObserver(observer).addListener(observer);
	}

	/**
	 * Run work, and record the requests that it makes: those of this thread, and those
	 * that a client makes for it on other threads. Within another recording, they are
	 * part of both.
	 * @param recording gets the requests; may be used several times
	 * @param work makes the requests
	 */
	public void record(JournalRecording recording, Runnable work) {
		JournalStore.@Nullable Scope outer = this.store.enter(recording);
		try {
			work.run();
		}
		finally {
			this.store.restore(outer);
		}
	}

	/**
	 * Return the most recent requests of all services.
	 * @return a copy, oldest first
	 */
	public List<JournaledRequest> latest() {
		return this.store.latest();
	}

	/**
	 * Return the counts of all requests since this journal was created.
	 * @return the counts
	 */
	public JournalSummary total() {
		return this.store.total();
	}

	JournalStore store() {
		return this.store;
	}

}
