package dev.hyperclient;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Other threads that help the one of an iteration. Each piece of work is done once, by a
 * helper or by whoever needs it, whichever comes first: so nothing waits for a thread to
 * become free, and an executor that is busy, or refuses, costs time but no more.
 */
final class Helpers {

	private final ServiceContext context;

	private final Queue<FutureTask<?>> waiting = new ConcurrentLinkedQueue<>();

	/** One for each helper that was called and has not left, so they cannot pile up. */
	private final Semaphore places;

	Helpers(ServiceContext context, int most) {
		this.context = context;
		this.places = new Semaphore(most);
	}

	/**
	 * Begin a call of its own, now or when its result is needed: then it is a part of the
	 * call that needs it.
	 */
	<T> FutureTask<T> begin(Supplier<T> work) {
		FutureTask<T> task = add(() -> this.context.call(work));
		callHelper();
		return task;
	}

	/**
	 * Return the result of a piece of work, which this thread does if nobody has begun
	 * it.
	 */
	<T> T finish(FutureTask<T> task, URI what) {
		this.waiting.remove(task);
		task.run();
		return this.context.await(task, what);
	}

	/**
	 * Does pieces of work, with helpers, as parts of the present call. If one fails, or
	 * the call takes too long, or this thread is interrupted, the rest is given up.
	 */
	void doAll(List<? extends Callable<?>> work, URI what) {
		List<FutureTask<?>> tasks = new ArrayList<>(work.size());
		for (Callable<?> piece : work) {
			tasks.add(add(this.context.partOfCall(piece)));
		}
		for (int i = 1; i < tasks.size() && this.places.availablePermits() > 0; i++) {
			callHelper();
		}
		try {
			doWhatIsWaiting();
			for (FutureTask<?> task : tasks) {
				this.context.await(task, what);
			}
		}
		finally {
			tasks.forEach((task) -> task.cancel(true));
		}
	}

	private <T> FutureTask<T> add(Callable<T> work) {
		FutureTask<T> task = new FutureTask<>(this.context.threads().carrying(work));
		this.waiting.add(task);
		return task;
	}

	private void callHelper() {
		if (this.places.tryAcquire() && !this.context.threads().execute(this::help)) {
			this.places.release();
		}
	}

	/**
	 * Look once more after leaving: whoever added work in between found no place free.
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

}
