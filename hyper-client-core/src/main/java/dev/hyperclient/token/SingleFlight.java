package dev.hyperclient.token;

import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import dev.hyperclient.error.TransportException;

/**
 * Lets threads that want the same at the same time share one result, or one failure. The
 * others wait for a future, so nobody holds a lock while the first one waits for a user.
 *
 * @param <V> the type of the results
 */
final class SingleFlight<V> {

	private final AtomicReference<Flight<V>> flight = new AtomicReference<>();

	private final URI uri;

	/**
	 * Nobody wants anything yet.
	 * @param uri the URL that failures name
	 */
	SingleFlight(URI uri) {
		this.uri = uri;
	}

	V join(Supplier<V> work) {
		Flight<V> mine = new Flight<>(Thread.currentThread(), new CompletableFuture<>());
		Flight<V> other = this.flight.compareAndExchange(null, mine);
		return (other != null) ? await(other) : run(work, mine.result());
	}

	private V run(Supplier<V> work, CompletableFuture<V> mine) {
		try {
			V result = work.get();
			this.flight.set(null);
			mine.complete(result);
			return result;
		}
		catch (RuntimeException | Error ex) {
			this.flight.set(null);
			mine.completeExceptionally(ex);
			throw ex;
		}
	}

	private V await(Flight<V> other) {
		if (other.pilot() == Thread.currentThread()) {
			throw new IllegalStateException("The client that wants the token was used while the user was asked for it");
		}
		try {
			return other.result().get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new TransportException(this.uri, "The thread was interrupted while it waited for a token", ex);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException failure) {
				throw failure;
			}
			throw new IllegalStateException("Another thread could not get a token", ex);
		}
	}

	/**
	 * The work that is under way.
	 *
	 * @param <V> the type of the result
	 * @param pilot the thread that does it
	 * @param result what it will end with
	 */
	private record Flight<V>(Thread pilot, CompletableFuture<V> result) {
	}

}
