package dev.hyperclient;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;

import dev.hyperclient.error.TransportException;

/**
 * Other threads that help the one of an iteration. Each piece of work is done once, by a
 * helper or by whoever needs it, whichever comes first: so nothing waits for a thread to
 * become free, and an executor that is busy, or refuses, costs time but no more.
 */
final class Helpers {

	private final CallThreads threads;

	private final Queue<FutureTask<?>> waiting = new ConcurrentLinkedQueue<>();

	/** One for each helper that was called and has not left, so they cannot pile up. */
	private final Semaphore places;

	Helpers(CallThreads threads, int most) {
		this.threads = threads;
		this.places = new Semaphore(most);
	}

	/** Has a piece of work done, now or when it is asked for. */
	<T> FutureTask<T> begin(Callable<T> work) {
		FutureTask<T> task = add(work);
		callHelper();
		return task;
	}

	/** The result of a piece of work, which this thread does if nobody has begun it. */
	<T> T finish(FutureTask<T> task, URI what) {
		this.waiting.remove(task);
		task.run();
		return await(task, what);
	}

	/**
	 * Does pieces of work, with helpers. If one fails, or this thread is interrupted, the
	 * rest is given up.
	 */
	void doAll(List<? extends Callable<?>> work, URI what) {
		List<FutureTask<?>> tasks = new ArrayList<>(work.size());
		for (Callable<?> piece : work) {
			tasks.add(add(piece));
		}
		for (int i = 1; i < tasks.size() && this.places.availablePermits() > 0; i++) {
			callHelper();
		}
		try {
			doWhatIsWaiting();
			for (FutureTask<?> task : tasks) {
				await(task, what);
			}
		}
		finally {
			tasks.forEach((task) -> task.cancel(true));
		}
	}

	private <T> FutureTask<T> add(Callable<T> work) {
		FutureTask<T> task = new FutureTask<>(this.threads.carrying(work));
		this.waiting.add(task);
		return task;
	}

	private void callHelper() {
		if (this.places.tryAcquire() && !this.threads.execute(this::help)) {
			this.places.release();
		}
	}

	/**
	 * Looks once more after leaving: whoever added work in between found no place free.
	 */
	private void help() {
		do {
			doWhatIsWaiting();
			this.places.release();
		}
		while (!this.waiting.isEmpty() && !isInterrupted() && this.places.tryAcquire());
	}

	private void doWhatIsWaiting() {
		while (!isInterrupted()) {
			FutureTask<?> task = this.waiting.poll();
			if (task == null) {
				return;
			}
			task.run();
			if (task.isCancelled()) {
				// The interrupt was meant for the task, not for the thread.
				Thread.interrupted();
			}
		}
	}

	private static boolean isInterrupted() {
		return Thread.currentThread().isInterrupted();
	}

	private static <T> T await(FutureTask<T> task, URI what) {
		try {
			return task.get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new TransportException(what, "The thread was interrupted while it waited for %s".formatted(what), ex);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException failure) {
				throw failure;
			}
			if (ex.getCause() instanceof Error error) {
				throw error;
			}
			throw new TransportException(what, "%s could not be fetched by another thread".formatted(what), ex);
		}
	}

}
