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
 * Runs tasks on helper threads and on the thread that needs their results. Each task runs
 * once, on a helper thread or on the thread that needs its result, whichever comes first.
 * A busy or rejecting executor therefore delays tasks but never blocks them. Thread-safe.
 */
final class CooperativeTasks {

	private final ServiceContext context;

	private final Queue<FutureTask<?>> waiting = new ConcurrentLinkedQueue<>();

	/** One permit for each additional helper, which limits their number. */
	private final Semaphore permits;

	CooperativeTasks(ServiceContext context, int maxHelpers) {
		this.context = context;
		this.permits = new Semaphore(maxHelpers);
	}

	/**
	 * Start a task as a separate call. If it has not started when its result is needed,
	 * it becomes part of the call that needs it.
	 */
	<T> FutureTask<T> start(Supplier<T> work) {
		FutureTask<T> task = add(() -> this.context.exchange().call(work));
		startHelper();
		return task;
	}

	/** Return the result of a task, which runs on this thread unless it has started. */
	<T> T finish(FutureTask<T> task, URI uri) {
		this.waiting.remove(task);
		task.run();
		return this.context.exchange().await(task, uri);
	}

	/**
	 * Run tasks as parts of the current call and wait for them. If one fails, the call
	 * times out or this thread is interrupted, the other tasks are cancelled.
	 */
	void runAll(List<? extends Callable<?>> work, URI uri) {
		List<FutureTask<?>> tasks = new ArrayList<>(work.size());
		for (Callable<?> piece : work) {
			tasks.add(add(this.context.exchange().partOfCall(piece)));
		}
		for (int i = 1; i < tasks.size() && this.permits.availablePermits() > 0; i++) {
			startHelper();
		}
		try {
			runWaiting();
			for (FutureTask<?> task : tasks) {
				this.context.exchange().await(task, uri);
			}
		}
		finally {
			tasks.forEach((task) -> task.cancel(true));
		}
	}

	private <T> FutureTask<T> add(Callable<T> work) {
		FutureTask<T> task = new FutureTask<>(this.context.threads().observer().wrap(work));
		this.waiting.add(task);
		return task;
	}

	private void startHelper() {
		if (this.permits.tryAcquire() && !this.context.threads().execute(this::help)) {
			this.permits.release();
		}
	}

	/**
	 * Checks for tasks again after releasing the permit, since a thread that added one in
	 * between did not get a permit.
	 */
	private void help() {
		do {
			runWaiting();
			this.permits.release();
		}
		while (!this.waiting.isEmpty() && !isInterrupted() && this.permits.tryAcquire());
	}

	private void runWaiting() {
		while (!isInterrupted()) {
			FutureTask<?> task = this.waiting.poll();
			if (task == null) {
				return;
			}
			task.run();
			if (task.isCancelled()) {
				// The interrupt was for the task, not for the thread.
				Thread.interrupted();
			}
		}
	}

	private static boolean isInterrupted() {
		return Thread.currentThread().isInterrupted();
	}

}
