package dev.hyperclient;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.call.CallObserver;
import org.jspecify.annotations.Nullable;

/**
 * The threads for concurrent requests: the threads of the executor of the application, or
 * daemon threads that end when they are idle. Thread-safe.
 *
 * @param executor runs the work
 * @param own the executor if it ends with the root, otherwise {@code null}
 * @param observer continues observations on the other threads
 */
record CallThreads(Executor executor, @Nullable ExecutorService own, CallObserver observer) implements AutoCloseable {

	private static final int MAX_THREADS = 32;

	private static final long IDLE_SECONDS = 10;

	static CallThreads of(@Nullable Executor executor, String name, CallObserver observer) {
		if (executor != null) {
			return new CallThreads(executor, null, observer);
		}
		AtomicInteger started = new AtomicInteger();
		ExecutorService own = new ThreadPoolExecutor(0, MAX_THREADS, IDLE_SECONDS, TimeUnit.SECONDS,
				new SynchronousQueue<>(), (work) -> {
					Thread thread = new Thread(work, "hyper-client-call-" + name + "-" + started.incrementAndGet());
					thread.setDaemon(true);
					return thread;
				});
		return new CallThreads(own, own, observer);
	}

	/** Return the same threads, which do not end when the result is closed. */
	CallThreads shared() {
		return new CallThreads(this.executor, null, this.observer);
	}

	/** Run work on another thread. Returns whether the executor has accepted it. */
	boolean execute(Runnable work) {
		try {
			this.executor.execute(work);
			return true;
		}
		catch (RejectedExecutionException ex) {
			return false;
		}
	}

	@Override
	public void close() {
		if (this.own != null) {
			this.own.shutdownNow();
		}
	}

}
