package dev.hyperclient.security;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import dev.hyperclient.http.Deadline;
import reactor.core.scheduler.Schedulers;

/**
 * Shares one result, or one failure, between concurrent callers with the same key. The
 * work runs on a separate thread, so that each caller waits until its own deadline only
 * and no lock is held.
 *
 * @param <V> the type of the results
 */
final class SingleFlight<V> {

	private final ConcurrentMap<String, CompletableFuture<V>> flights = new ConcurrentHashMap<>();

	/**
	 * Return the result of the work in progress for a key, or start the work.
	 * @throws TimeoutException if the deadline expires first; the work continues
	 */
	V join(String key, Supplier<V> work, Deadline deadline) throws TimeoutException, InterruptedException {
		CompletableFuture<V> mine = new CompletableFuture<>();
		CompletableFuture<V> other = this.flights.putIfAbsent(key, mine);
		if (other == null) {
			Schedulers.boundedElastic().schedule(() -> run(key, work, mine));
		}
		CompletableFuture<V> flight = (other != null) ? other : mine;
		try {
			return await(flight, deadline);
		}
		catch (TimeoutException ex) {
			// The next call begins anew, in case this work never ends.
			this.flights.remove(key, flight);
			throw ex;
		}
	}

	/** Removed first: a caller that tries again after a failure must not join it. */
	private void run(String key, Supplier<V> work, CompletableFuture<V> mine) {
		try {
			V result = work.get();
			this.flights.remove(key, mine);
			mine.complete(result);
		}
		catch (RuntimeException | Error ex) {
			this.flights.remove(key, mine);
			mine.completeExceptionally(ex);
		}
	}

	private static <V> V await(CompletableFuture<V> flight, Deadline deadline)
			throws TimeoutException, InterruptedException {
		try {
			return deadline.bounded() ? flight.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS) : flight.get();
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException failure) {
				throw failure;
			}
			throw new IllegalStateException(ex.getCause());
		}
	}

}
