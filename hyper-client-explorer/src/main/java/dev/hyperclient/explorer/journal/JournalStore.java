package dev.hyperclient.explorer.journal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The requests of a journal, and what each thread records to. Thread-safe.
 */
final class JournalStore {

	private static final int MAX_REQUESTS = 2_000;

	private final Deque<JournaledRequest> latest = new ArrayDeque<>();

	private final ThreadLocal<@Nullable Scope> current = new ThreadLocal<>();

	private JournalSummary total = JournalSummary.EMPTY;

	List<JournaledRequest> latest() {
		synchronized (this.latest) {
			return List.copyOf(this.latest);
		}
	}

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
