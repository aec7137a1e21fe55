package dev.hyperclient.internal.journal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The most recent requests of all clients, at most 2,000, and the counts of all. Contains
 * neither header fields nor content nor credentials. Thread-safe.
 * <pre class="code">{@code
 * JournalRecording recording = new JournalRecording();
 * journal.record(recording, () -> root.collection("recipes").size());
 * JournalSummary summary = recording.summary();
 * }</pre>
 */
public final class RequestJournal {

	private static final int MAX_REQUESTS = 2_000;

	private final Deque<JournaledRequest> latest = new ArrayDeque<>();

	/** What each thread records to. */
	private final ThreadLocal<@Nullable Scope> current = new ThreadLocal<>();

	private JournalSummary total = JournalSummary.EMPTY;

	RequestJournal() {
	}

	/**
	 * Run work, and record the requests that it makes: on this thread, and those that a
	 * client makes for it on other threads. Within another recording, they are part of
	 * both.
	 * @param recording gets the requests; may be used several times
	 * @param work makes the requests
	 */
	public void record(JournalRecording recording, Runnable work) {
		@Nullable Scope outer = enter(recording);
		try {
			work.run();
		}
		finally {
			restore(outer);
		}
	}

	/** Return a copy of the most recent requests of all services, oldest first. */
	List<JournaledRequest> latest() {
		synchronized (this.latest) {
			return List.copyOf(this.latest);
		}
	}

	/** Return the counts of all requests since this journal was created. */
	JournalSummary total() {
		synchronized (this.latest) {
			return this.total;
		}
	}

	void add(List<JournaledRequest> requests) {
		synchronized (this.latest) {
			for (JournaledRequest request : requests) {
				this.latest.addLast(request);
				this.total = this.total.plus(request);
			}
			while (this.latest.size() > MAX_REQUESTS) {
				this.latest.removeFirst();
			}
		}
		for (@Nullable
		Scope scope = this.current.get(); scope != null; scope = scope.outer()) {
			requests.forEach(scope.recording()::add);
		}
	}

	/** Return what this thread records to. */
	@Nullable Scope current() {
		return this.current.get();
	}

	/** Record to one more recording. Returns the scope to be restored later. */
	@Nullable Scope enter(JournalRecording recording) {
		@Nullable Scope outer = this.current.get();
		this.current.set(new Scope(recording, outer));
		return outer;
	}

	void restore(@Nullable Scope scope) {
		if (scope != null) {
			this.current.set(scope);
		}
		else {
			this.current.remove();
		}
	}

	/**
	 * What a thread records to.
	 *
	 * @param recording the innermost recording
	 * @param outer the scope around it
	 */
	record Scope(JournalRecording recording, @Nullable Scope outer) {
	}

}
