package dev.hyperclient.internal.exchange;

import java.time.Duration;
import java.util.concurrent.Callable;

import dev.hyperclient.http.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * The deadline that all requests and waits of a call share, stored for the thread of the
 * call. Thread-safe.
 */
final class CallDeadline {

	private final ThreadLocal<@Nullable Deadline> present = new ThreadLocal<>();

	private final @Nullable Duration timeout;

	CallDeadline(@Nullable Duration timeout) {
		this.timeout = timeout;
	}

	/** Return the deadline of the call of this thread, or of a new call. */
	Deadline current() {
		@Nullable Deadline deadline = this.present.get();
		if (deadline != null) {
			return deadline;
		}
		return (this.timeout != null) ? Deadline.after(this.timeout) : Deadline.NONE;
	}

	/**
	 * Begin a call on this thread, unless it is within another one.
	 * @return whether it began, and must be ended
	 */
	boolean begin() {
		boolean outermost = this.present.get() == null;
		if (outermost) {
			this.present.set(current());
		}
		return outermost;
	}

	/** End the call of this thread. */
	void end() {
		this.present.remove();
	}

	/** Return the work with the current deadline, for any thread. */
	<T extends @Nullable Object> Callable<T> wrap(Callable<T> work) {
		Deadline deadline = current();
		return () -> {
			@Nullable Deadline outer = this.present.get();
			this.present.set(deadline);
			try {
				return work.call();
			}
			finally {
				// A thread of a pool keeps no entry for a client that has ended.
				this.present.remove();
				if (outer != null) {
					this.present.set(outer);
				}
			}
		};
	}

}
