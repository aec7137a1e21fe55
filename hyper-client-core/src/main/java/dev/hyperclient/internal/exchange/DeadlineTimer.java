package dev.hyperclient.internal.exchange;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import dev.hyperclient.http.Deadline;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Ends waits at their deadlines: one thread looks at all waits of the JVM a few times a
 * second, as long as there are some. A timer for each wait would take as much CPU time as
 * a fifth of a small request when virtual threads wait. The thread only wakes callers,
 * and runs no code of an application. Thread-safe.
 */
final class DeadlineTimer {

	/**
	 * The timer of all clients.
	 */
	static final DeadlineTimer SHARED = new DeadlineTimer(Duration.ofMillis(50), 100);

	private final Set<Wait<?>> waits = ConcurrentHashMap.newKeySet();

	private final Duration period;

	private final int idlePeriods;

	/** Written while the lock of this object is held. */
	private volatile @Nullable Thread thread;

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
	 * Wait for a response on this thread, until a deadline.
	 * @return the response, {@code null} if there is none
	 * @throws RuntimeException the failure of the response, with a
	 * {@link TimeoutException} as its cause after the deadline
	 */
	<T> @Nullable T block(Mono<T> response, Deadline deadline) {
		Wait<T> wait = new Wait<>(response, deadline);
		try {
			// Before anything is sent.
			return add(wait) ? wait.block() : response.block(deadline.remaining());
		}
		catch (RuntimeException ex) {
			wait.cancelIfExpired(ex);
			throw ex;
		}
		finally {
			this.waits.remove(wait);
		}
	}

	/** Return whether there is a thread for a wait, which takes memory. */
	private boolean add(Wait<?> wait) {
		this.waits.add(wait);
		try {
			if (this.thread == null) {
				start();
			}
			return true;
		}
		catch (OutOfMemoryError ex) {
			return false;
		}
	}

	private synchronized void start() {
		if (this.thread == null) {
			// It gets no thread locals and no class loader of the caller.
			Thread created = new Thread(null, this::run, "hyper-client-deadlines", 0, false);
			created.setDaemon(true);
			created.setPriority(Thread.NORM_PRIORITY);
			created.setContextClassLoader(null);
			created.start();
			this.thread = created;
		}
	}

	private void run() {
		int idle = 0;
		while (idle < this.idlePeriods || !isEnded()) {
			LockSupport.parkNanos(this.period.toNanos());
			// Otherwise it would not park again.
			Thread.interrupted();
			idle = this.waits.isEmpty() ? idle + 1 : 0;
			try {
				expire(System.nanoTime());
			}
			catch (OutOfMemoryError ex) {
				// Tried again after the next period. To log it takes memory, too.
				continue;
			}
		}
	}

	/** Whether no wait has been added, so that the thread may end. */
	private synchronized boolean isEnded() {
		Thread current = this.thread;
		this.thread = null;
		if (this.waits.isEmpty()) {
			return true;
		}
		this.thread = current;
		return false;
	}

	private void expire(long now) {
		for (Wait<?> wait : this.waits) {
			if (wait.deadline.nanoTime() - now <= 0) {
				wait.expire();
			}
		}
	}

	/**
	 * A response until its deadline, which one thread waits for. After the deadline this
	 * thread cancels the response, so that the timer runs no code of others.
	 *
	 * @param <T> the type of the response
	 */
	private final class Wait<T> extends Mono<T> implements CoreSubscriber<T>, Subscription {

		private final Mono<T> response;

		private final Deadline deadline;

		private final AtomicBoolean ended = new AtomicBoolean();

		private volatile @Nullable CoreSubscriber<? super T> waiting;

		private volatile @Nullable Subscription subscription;

		private volatile boolean expired;

		private Wait(Mono<T> response, Deadline deadline) {
			this.response = response;
			this.deadline = deadline;
		}

		@Override
		public void subscribe(CoreSubscriber<? super T> subscriber) {
			this.waiting = subscriber;
			if (this.expired) {
				subscriber.onError(Expired.INSTANCE);
			}
			else {
				this.response.subscribe(this);
			}
		}

		@Override
		public Context currentContext() {
			CoreSubscriber<? super T> subscriber = this.waiting;
			return (subscriber != null) ? subscriber.currentContext() : Context.empty();
		}

		@Override
		public void onSubscribe(Subscription upstream) {
			this.subscription = upstream;
			CoreSubscriber<? super T> subscriber = this.waiting;
			if (subscriber == null || this.ended.get()) {
				upstream.cancel();
				return;
			}
			subscriber.onSubscribe(this);
		}

		@Override
		public void onNext(T value) {
			CoreSubscriber<? super T> subscriber = this.waiting;
			if (subscriber != null && this.ended.compareAndSet(false, true)) {
				subscriber.onNext(value);
				subscriber.onComplete();
			}
			else {
				Operators.onDiscard(value, currentContext());
			}
		}

		@Override
		public void onError(Throwable failure) {
			CoreSubscriber<? super T> subscriber = this.waiting;
			if (subscriber != null && this.ended.compareAndSet(false, true)) {
				subscriber.onError(failure);
			}
		}

		@Override
		public void onComplete() {
			CoreSubscriber<? super T> subscriber = this.waiting;
			if (subscriber != null && this.ended.compareAndSet(false, true)) {
				subscriber.onComplete();
			}
		}

		@Override
		public void request(long count) {
			Subscription upstream = this.subscription;
			if (upstream != null) {
				upstream.request(count);
			}
		}

		@Override
		public void cancel() {
			this.ended.set(true);
			Subscription upstream = this.subscription;
			if (upstream != null) {
				upstream.cancel();
			}
		}

		/** End the wait on the thread of the timer. */
		private void expire() {
			if (this.ended.compareAndSet(false, true)) {
				this.expired = true;
				CoreSubscriber<? super T> subscriber = this.waiting;
				if (subscriber != null) {
					subscriber.onError(Expired.INSTANCE);
				}
			}
		}

		/** Cancel the response on the thread that has waited. */
		private void cancelIfExpired(RuntimeException timeout) {
			if (this.expired) {
				try {
					cancel();
				}
				catch (RuntimeException ex) {
					timeout.addSuppressed(ex);
				}
			}
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

	/** Needs no memory when the deadline passes. */
	private static final class Expired extends TimeoutException {

		private static final long serialVersionUID = 1L;

		private static final Expired INSTANCE = new Expired();

		private Expired() {
			super("The deadline has passed");
		}

		@Override
		public synchronized Throwable fillInStackTrace() {
			return this;
		}

	}

}
