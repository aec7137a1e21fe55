package dev.hyperclient.security;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/**
 * Lets threads that want the same at the same time share one result, or one failure. The
 * others wait for a future, so nobody holds a lock while the first one waits for a
 * server.
 *
 * @param <V> the type of the results
 */
final class SingleFlight<V> {

	private final ConcurrentMap<String, CompletableFuture<V>> flights = new ConcurrentHashMap<>();

	V join(String key, Supplier<V> work) {
		CompletableFuture<V> mine = new CompletableFuture<>();
		CompletableFuture<V> other = this.flights.putIfAbsent(key, mine);
		return (other != null) ? await(other) : run(key, work, mine);
	}

	private V run(String key, Supplier<V> work, CompletableFuture<V> mine) {
		try {
			V result = work.get();
			mine.complete(result);
			return result;
		}
		catch (RuntimeException | Error ex) {
			mine.completeExceptionally(ex);
			throw ex;
		}
		finally {
			this.flights.remove(key, mine);
		}
	}

	private static <V> V await(CompletableFuture<V> other) {
		try {
			return other.join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException failure) ? failure : ex;
		}
	}

}
