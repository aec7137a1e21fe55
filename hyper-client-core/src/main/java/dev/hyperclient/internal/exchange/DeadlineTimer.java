package dev.hyperclient.internal.exchange;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import dev.hyperclient.http.Deadline;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * Ends waits at their deadlines: one thread looks at all waits of the JVM a few times a
 * second, as long as there are some. A timer for each wait would take as much CPU time as
 * a fifth of a small request when virtual threads wait. Thread-safe.
 */
final class DeadlineTimer {

	/**
	 * The timer of all clients.
	 */
	static final DeadlineTimer SHARED = new DeadlineTimer(Duration.ofMillis(50), 100);

	private static final Logger logger = LoggerFactory.getLogger(DeadlineTimer.class);

	private final Set<Wait> waits = ConcurrentHashMap.newKeySet();

	private final AtomicBoolean running = new AtomicBoolean();

	private final Duration period;

	private final int idlePeriods;

	/**
	 * Create a timer.
	 * @param period how late a wait ends at most, unless the JVM itself is late
	 * @param idlePeriods after how many periods without waits the thread ends
	 */
	DeadlineTimer(Duration period, int idlePeriods) {
		this.period = period;
		this.idlePeriods = idlePeriods;
	}

	Duration period() {
		return this.period;
	}

	/** Return the number of waits that have neither ended nor been cancelled. */
	int waits() {
		return this.waits.size();
	}

	/**
	 * Return a source that fails with a {@link TimeoutException} at a deadline, and does
	 * nothing else.
	 */
	<T> Mono<T> at(Deadline deadline) {
		return new Mono<>() {

			@Override
			public void subscribe(CoreSubscriber<? super T> subscriber) {
				Wait wait = new Wait(deadline, subscriber);
				subscriber.onSubscribe(wait);
				add(wait);
			}

		};
	}

	private void add(Wait wait) {
		this.waits.add(wait);
		if (wait.cancelled) {
			this.waits.remove(wait);
		}
		else if (!this.running.get() && this.running.compareAndSet(false, true)) {
			start();
		}
	}

	private void start() {
		boolean started = false;
		try {
			// Belongs to no caller: it gets none of their thread locals.
			Thread thread = new Thread(null, this::run, "hyper-client-deadlines", 0, false);
			thread.setDaemon(true);
			thread.setContextClassLoader(null);
			thread.start();
			started = true;
		}
		finally {
			if (!started) {
				this.running.set(false);
			}
		}
	}

	private void run() {
		do {
			try {
				endOverdueUntilIdle();
			}
			catch (RuntimeException | Error ex) {
				// Out of memory, for instance, which must not leave waits without an end.
				logger.warn("Could not end waits at their deadlines; trying again", ex);
			}
			finally {
				this.running.set(false);
			}
		}
		// A wait may have been added before it could see that the thread ends.
		while (!this.waits.isEmpty() && this.running.compareAndSet(false, true));
	}

	private void endOverdueUntilIdle() {
		int idle = 0;
		while (idle < this.idlePeriods) {
			LockSupport.parkNanos(this.period.toNanos());
			// Otherwise it would not park again.
			Thread.interrupted();
			idle = this.waits.isEmpty() ? idle + 1 : 0;
			endOverdue(System.nanoTime());
		}
	}

	private void endOverdue(long now) {
		for (Wait wait : this.waits) {
			if (wait.deadline.nanoTime() - now <= 0 && this.waits.remove(wait)) {
				wait.subscriber.onError(new TimeoutException());
			}
		}
	}

	private final class Wait implements Subscription {

		private final Deadline deadline;

		private final CoreSubscriber<?> subscriber;

		private volatile boolean cancelled;

		private Wait(Deadline deadline, CoreSubscriber<?> subscriber) {
			this.deadline = deadline;
			this.subscriber = subscriber;
		}

		@Override
		public void request(long count) {
		}

		@Override
		public void cancel() {
			this.cancelled = true;
			DeadlineTimer.this.waits.remove(this);
		}

		/** The inherited one takes longer the first time. */
		@Override
		public int hashCode() {
			return Long.hashCode(this.deadline.nanoTime());
		}

		@Override
		public boolean equals(Object other) {
			return this == other;
		}

	}

}
