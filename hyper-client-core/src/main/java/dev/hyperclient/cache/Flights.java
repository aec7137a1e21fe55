package dev.hyperclient.cache;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import dev.hyperclient.http.ServiceRequest;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.http.HttpHeaders;

/**
 * The requests that are on their way to the server, so that others who ask the same wait
 * for what is stored of the answer (RFC 9111, 4). Whether that may answer them is decided
 * as always, so waiting is all that can be done in vain. Thread-safe.
 */
final class Flights {

	/**
	 * Nobody waits longer for what another caller does not read.
	 */
	private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

	private final Map<Key, Flight> flights = new ConcurrentHashMap<>();

	private final AtomicLong ended = new AtomicLong();

	/**
	 * How many flights have ended. If it is another number than before a lookup, what the
	 * lookup has found may no longer be all there is.
	 */
	long ended() {
		return this.ended.get();
	}

	/**
	 * Begins a flight, or finds the one that has begun.
	 * @return the flight, and whether the caller leads it
	 */
	Boarding board(ServiceRequest request, boolean background) {
		Flight mine = new Flight(
				new Key(request.uri().toString(), request.identity(), request.headers().getFirst(HttpHeaders.ACCEPT),
						request.headers().getFirst(HttpHeaders.ACCEPT_LANGUAGE), background),
				Sinks.empty());
		Flight other = this.flights.putIfAbsent(mine.key(), mine);
		return (other != null) ? new Boarding(other, false) : new Boarding(mine, true);
	}

	/**
	 * Ends a flight. Ending one twice has no effect.
	 */
	void end(Flight flight) {
		this.ended.incrementAndGet();
		cancel(flight);
	}

	/**
	 * Gives up a flight before anything was asked.
	 */
	void cancel(Flight flight) {
		this.flights.remove(flight.key(), flight);
		flight.end().tryEmitEmpty();
	}

	/**
	 * Waits for the end of a flight, or gives it up.
	 */
	Mono<Void> await(Flight flight) {
		return flight.end().asMono().timeout(LONGEST_WAIT, Mono.fromRunnable(() -> end(flight)));
	}

	record Key(String uri, String identity, @Nullable String accept, @Nullable String language, boolean background) {
	}

	/**
	 * One request on its way.
	 */
	record Flight(Key key, Sinks.Empty<Void> end) {

		@Override
		public boolean equals(@Nullable Object other) {
			return this == other;
		}

		@Override
		public int hashCode() {
			return Objects.hashCode(this.key);
		}

	}

	/**
	 * A flight that was found.
	 *
	 * @param flight the flight
	 * @param isLed whether whoever asked must end it
	 */
	record Boarding(Flight flight, boolean isLed) {
	}

}
