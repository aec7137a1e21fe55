package dev.hyperclient.internal.concurrent;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Runs a task once for all threads that request it at the same time; they share its
 * result or its exception. No lock is held while the task runs. Nothing is kept: the next
 * request after the task has ended runs it again. Thread-safe.
 *
 * @param <V> the type of the result
 */
public final class SingleFlight<V> {

	private static final Object SINGLE_KEY = new Object();

	private final ConcurrentMap<Object, Flight<V>> flights = new ConcurrentHashMap<>();

	/**
	 * Run a task on this thread, or wait for the thread that is running it. If that
	 * thread fails because it was interrupted, this thread tries itself.
	 * @param task the task
	 * @param await waits for the result of another thread, for instance
	 * {@link Futures#await}, or {@link CompletableFuture#join} without limit
	 * @return the result
	 * @throws IllegalStateException if the task requests itself
	 */
	public V run(Supplier<V> task, Function<CompletableFuture<V>, V> await) {
		while (true) {
			Flight<V> mine = new Flight<>(Thread.currentThread(), new CompletableFuture<>());
			Flight<V> running = this.flights.putIfAbsent(SINGLE_KEY, mine);
			if (running == null) {
				return complete(SINGLE_KEY, mine, task);
			}
			Assert.state(running.thread() != Thread.currentThread(), "A task must not request its own result");
			try {
				return await.apply(running.result());
			}
			catch (CancellationException ex) {
				// The running thread was interrupted, which does not concern this one.
			}
		}
	}

	/**
	 * Start a task on another thread, unless one with the same key is running.
	 * @param key the key
	 * @param task the task
	 * @param executor runs the task
	 * @return the future result
	 */
	public Future<V> start(Object key, Supplier<V> task, Executor executor) {
		Flight<V> mine = new Flight<>(null, new CompletableFuture<>());
		Flight<V> running = this.flights.putIfAbsent(key, mine);
		if (running != null) {
			return running.result();
		}
		executor.execute(() -> {
			try {
				complete(key, mine, task);
			}
			catch (RuntimeException | Error ex) {
				// The future reports it.
			}
		});
		return mine.result();
	}

	/**
	 * Let the next request start its own task, although this one has not ended: it may
	 * never end.
	 * @param key the key
	 * @param result the future result of the task
	 */
	public void abandon(Object key, Future<V> result) {
		this.flights.computeIfPresent(key, (same, flight) -> (flight.result() == result) ? null : flight);
	}

	private V complete(Object key, Flight<V> flight, Supplier<V> task) {
		try {
			V result = task.get();
			this.flights.remove(key, flight);
			flight.result().complete(result);
			return result;
		}
		catch (RuntimeException | Error ex) {
			this.flights.remove(key, flight);
			if (flight.thread() != null && Thread.currentThread().isInterrupted()) {
				flight.result().cancel(false);
			}
			flight.result().completeExceptionally(ex);
			throw ex;
		}
	}

	/**
	 * A running task.
	 *
	 * @param <V> the type of the result
	 * @param thread the thread that requested the task and runs it, {@code null} if an
	 * executor runs it
	 * @param result the future result
	 */
	private record Flight<V>(@Nullable Thread thread, CompletableFuture<V> result) {
	}

}
