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
 * Lets threads that want the same at the same time share one result, or one failure. The
 * work is done by a thread of its own, so that each of them waits no longer than its own
 * call may take, and nobody holds a lock meanwhile.
 *
 * @param <V> the type of the results
 */
final class SingleFlight<V> {

	private final ConcurrentMap<String, CompletableFuture<V>> flights = new ConcurrentHashMap<>();

	/**
	 * The result of the work that is under way for a key, or else of this one.
	 * @throws TimeoutException if the deadline passes before; the work goes on
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
