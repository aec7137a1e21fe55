package dev.hyperclient;

import java.net.URI;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import dev.hyperclient.call.CallObserver;
import org.jspecify.annotations.Nullable;

/**
 * The threads that make calls beside the caller's own: those of the application's
 * executor, or a few that do not keep the JVM alive and go when there is nothing to do.
 * Thread-safe.
 */
final class CallThreads implements AutoCloseable {

	private static final int MOST = 32;

	private static final long IDLE_SECONDS = 10;

	private final Executor executor;

	private final @Nullable ExecutorService own;

	private final CallObserver observer;

	private CallThreads(Executor executor, @Nullable ExecutorService own, CallObserver observer) {
		this.executor = executor;
		this.own = own;
		this.observer = observer;
	}

	static CallThreads of(@Nullable Executor executor, URI serviceRoot, CallObserver observer) {
		if (executor != null) {
			return new CallThreads(executor, null, observer);
		}
		ExecutorService own = new ThreadPoolExecutor(0, MOST, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(),
				(work) -> {
					Thread thread = new Thread(work, "hyper-client-call " + serviceRoot);
					thread.setDaemon(true);
					return thread;
				});
		return new CallThreads(own, own, observer);
	}

	/** Return whether the work will be done. */
	boolean execute(Runnable work) {
		try {
			this.executor.execute(work);
			return true;
		}
		catch (RejectedExecutionException ex) {
			return false;
		}
	}

	/** Return the work, as part of whatever is observed on this thread now. */
	<T> Callable<T> carrying(Callable<T> work) {
		return this.observer.carrying(work);
	}

	@Override
	public void close() {
		if (this.own != null) {
			this.own.shutdownNow();
		}
	}

}
