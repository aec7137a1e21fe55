package dev.hyperclient.cache;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Coalesces equal requests (RFC 9111, 4): one is forwarded, the others wait until its
 * response is stored and then look it up like any other request. Thread-safe.
 */
final class RequestCoalescer {

	/**
	 * How long to wait for a response whose content is not read to its end.
	 */
	static final Duration MAX_WAIT = Duration.ofSeconds(5);

	private final Map<Key, Flight> flights = new ConcurrentHashMap<>();

	private final AtomicLong ended = new AtomicLong();

	/**
	 * Return the number of flights that have ended. If it has changed since a lookup, the
	 * response may have been stored after the lookup.
	 */
	long ended() {
		return this.ended.get();
	}

	/**
	 * Begin a flight, or join the one for an equal request.
	 * @return the flight, and whether it is the caller's own, which the caller must end
	 */
	Participation join(CacheRequest request, boolean background) {
		Flight own = new Flight(
				new Key(request.uri().toString(), request.identity(), request.headers().getFirst(HttpHeaders.ACCEPT),
						request.headers().getFirst(HttpHeaders.ACCEPT_LANGUAGE), background));
		Flight other = this.flights.putIfAbsent(own.key, own);
		return (other != null) ? new Participation(other, false) : new Participation(own, true);
	}

	/**
	 * End a flight. Ending it twice has no effect.
	 */
	void end(Flight flight) {
		this.ended.incrementAndGet();
		cancel(flight);
	}

	/**
	 * Cancel a flight whose request has not been sent.
	 */
	void cancel(Flight flight) {
		this.flights.remove(flight.key, flight);
		flight.end.complete(null);
	}

	/**
	 * Wait for the end of a flight, for a limited time. A thread does not wait for a
	 * response that it is reading itself.
	 * @throws InterruptedException if the thread is interrupted
	 */
	void await(Flight flight) throws InterruptedException {
		if (flight.thread == Thread.currentThread()) {
			return;
		}
		try {
			flight.end.get(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException | ExecutionException ex) {
			end(flight);
		}
	}

	/**
	 * One forwarded request, compared by reference.
	 */
	static final class Flight {

		private final Key key;

		private final Thread thread = Thread.currentThread();

		private final CompletableFuture<Void> end = new CompletableFuture<>();

		private Flight(Key key) {
			this.key = key;
		}

		/**
		 * Return a future that is completed at the end, and never exceptionally.
		 */
		CompletableFuture<Void> end() {
			return this.end;
		}

	}

	/**
	 * A flight and the caller's part in it.
	 *
	 * @param flight the flight
	 * @param isOwn whether the caller forwards the request and must end the flight
	 */
	record Participation(Flight flight, boolean isOwn) {
	}

	private record Key(String uri, String identity, @Nullable String accept, @Nullable String language,
			boolean background) {
	}

}
