package dev.hyperclient.internal.transaction;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.internal.policy.SelectingFields;
import dev.hyperclient.internal.transaction.ResponseAction.ContentStorage;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Coalesces equal requests (RFC 9111, 4): one is forwarded, the others wait until its
 * response is stored and then look it up like any other request. If the last response was
 * not stored, no request waits for the next one. Thread-safe.
 */
public final class RequestCoalescer {

	/**
	 * How long to wait for the head of a response. A client with a shorter read timeout
	 * ends its request, and so the flight, before.
	 */
	private static final Duration MAX_WAIT_FOR_HEAD = Duration.ofSeconds(30);

	/**
	 * How long to wait, from its head, for a response whose content is not read to its
	 * end.
	 */
	private static final Duration MAX_WAIT_FOR_CONTENT = Duration.ofSeconds(5);

	/**
	 * How long it is remembered that a response was not stored.
	 */
	static final Duration UNSTORED_LIFETIME = Duration.ofMinutes(1);

	/**
	 * How many such responses are remembered.
	 */
	static final int MAX_UNSTORED = 1000;

	/** Coalesces nothing. */
	static final RequestCoalescer NONE = new RequestCoalescer(System::nanoTime, false, Duration.ZERO, Duration.ZERO);

	private final Map<Key, Flight> flights = new ConcurrentHashMap<>();

	private final AtomicLong completed = new AtomicLong();

	/**
	 * The number of the last flight that has ended, for URLs whose hashes have the same
	 * remainder.
	 */
	private final AtomicLongArray lastCompleted = new AtomicLongArray(1024);

	/**
	 * When the last response of a key was received, if it was not stored. Guarded by
	 * itself.
	 */
	private final Map<Key, Long> unstored = new LinkedHashMap<>() {

		private static final long serialVersionUID = 1L;

		@Override
		protected boolean removeEldestEntry(Map.Entry<Key, Long> eldest) {
			return size() > MAX_UNSTORED;
		}

	};

	private final LongSupplier nanoTime;

	private final boolean isUsed;

	private final Duration maxWaitForHead;

	private final Duration maxWaitForContent;

	/**
	 * Create a coalescer.
	 */
	public RequestCoalescer() {
		this(System::nanoTime, true, MAX_WAIT_FOR_HEAD, MAX_WAIT_FOR_CONTENT);
	}

	/**
	 * Create a coalescer with another clock and other limits.
	 * @param nanoTime returns the time in nanoseconds
	 * @param isUsed whether to coalesce requests
	 */
	RequestCoalescer(LongSupplier nanoTime, boolean isUsed, Duration maxWaitForHead, Duration maxWaitForContent) {
		this.nanoTime = nanoTime;
		this.isUsed = isUsed;
		this.maxWaitForHead = maxWaitForHead;
		this.maxWaitForContent = maxWaitForContent;
	}

	/**
	 * Return the number of flights that have ended. A lookup that begins afterwards finds
	 * the responses that they have stored.
	 */
	long completedFlights() {
		return this.completed.get();
	}

	/**
	 * Return whether another request to the URL of a flight may have ended since a
	 * lookup, so that its response was stored after the lookup.
	 * @param completed the number of flights that had ended before the lookup
	 */
	boolean isCompletedSince(Flight flight, long completed) {
		return this.lastCompleted.get(flight.key.index(this.lastCompleted.length())) > completed;
	}

	/**
	 * Begin a flight, or join the one for an equal request.
	 * @return the flight, and whether it is the caller's own, which the caller must end
	 */
	Participation join(TransactionContext context) {
		return join(context, false);
	}

	private Participation join(TransactionContext context, boolean background) {
		Flight own = new Flight(Key.of(context, background));
		Flight other = this.flights.putIfAbsent(own.key, own);
		return (other != null) ? new Participation(other, false) : new Participation(own, true);
	}

	/**
	 * Begin a flight that validates a stale response in the background, once at a time.
	 * @param completed the number of flights that had ended before the lookup. If another
	 * one to the URL has since, the response may be fresh by now; if not, the next
	 * request validates it
	 * @return the caller's own flight, which it must end, or empty
	 */
	Optional<Flight> validate(TransactionContext context, long completed) {
		Participation participation = join(context, true);
		if (participation.isOwn() && isCompletedSince(participation.flight(), completed)) {
			cancel(participation.flight());
			return Optional.empty();
		}
		return participation.isOwn() ? Optional.of(participation.flight()) : Optional.empty();
	}

	/**
	 * Return whether equal requests wait for the response to a transaction: not if the
	 * last one was not stored, since each of them would then be sent after that wait.
	 */
	boolean isUseful(CacheTransaction transaction) {
		if (!this.isUsed || !transaction.isCoalescible()) {
			return false;
		}
		Key key = Key.of(transaction.context(), false);
		synchronized (this.unstored) {
			Long received = this.unstored.get(key);
			if (received != null && this.nanoTime.getAsLong() - received > UNSTORED_LIFETIME.toNanos()) {
				this.unstored.remove(key);
				return true;
			}
			return received == null;
		}
	}

	/**
	 * Remember whether the response to a transaction is stored, whose head has been
	 * received.
	 */
	void received(CacheTransaction transaction, Flight flight, boolean stored) {
		flight.head.complete(this.nanoTime.getAsLong());
		if (!this.isUsed || !transaction.isCoalescible()) {
			return;
		}
		Key key = Key.of(transaction.context(), false);
		synchronized (this.unstored) {
			// The last one that is added is the last one that is forgotten.
			this.unstored.remove(key);
			if (!stored) {
				this.unstored.put(key, this.nanoTime.getAsLong());
			}
		}
	}

	/**
	 * Remember that the response to a transaction is stored, unless its content turns out
	 * to be too long.
	 * @return the storage to use in place of the given one
	 */
	ContentStorage storing(ContentStorage storage, CacheTransaction transaction, Flight flight) {
		received(transaction, flight, true);
		return new ContentStorage() {

			@Override
			public void store(byte[] content) {
				storage.store(content);
			}

			@Override
			public ResponseWriter open() {
				return storage.open();
			}

			@Override
			public void refuse(String reason) {
				storage.refuse(reason);
				received(transaction, flight, false);
				end(flight);
			}

			@Override
			public void abandon() {
				storage.abandon();
			}

		};
	}

	/**
	 * End a flight. Ending it twice, or none, has no effect.
	 */
	void end(Flight flight) {
		if (flight == Flight.NONE) {
			return;
		}
		// Before another flight can begin, which would not be compared with this one.
		this.lastCompleted.accumulateAndGet(flight.key.index(this.lastCompleted.length()),
				this.completed.incrementAndGet(), Math::max);
		cancel(flight);
	}

	/**
	 * Cancel a flight whose request has not been sent.
	 */
	void cancel(Flight flight) {
		this.flights.remove(flight.key, flight);
		flight.end.complete(null);
		flight.head.complete(this.nanoTime.getAsLong());
	}

	/**
	 * Return a future that is completed at the end of a flight, and never exceptionally.
	 * The flight ends after a limited time: the content of its response may not be read.
	 */
	CompletableFuture<@Nullable Void> ended(Flight flight) {
		return flight.head.copy()
			.orTimeout(this.maxWaitForHead.toNanos(), TimeUnit.NANOSECONDS)
			.thenCompose((received) -> flight.end.copy()
				.orTimeout(received - this.nanoTime.getAsLong() + this.maxWaitForContent.toNanos(),
						TimeUnit.NANOSECONDS))
			.exceptionally((ex) -> {
				end(flight);
				return null;
			});
	}

	/**
	 * Wait for the end of a flight, for a limited time. A thread does not wait for a
	 * response that it is reading itself.
	 * @throws UncheckedIOException if the thread is interrupted
	 */
	void await(Flight flight) {
		if (flight.thread == Thread.currentThread()) {
			return;
		}
		try {
			ended(flight).get();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new UncheckedIOException(
					new InterruptedIOException("Interrupted while waiting for an equal request"));
		}
	}

	/**
	 * One forwarded request, compared by reference.
	 */
	static final class Flight {

		/** In place of a flight, for a request that no other request waits for. */
		static final Flight NONE = new Flight(new Key("", "", null, null, "", Map.of(), false));

		private final Key key;

		private final Thread thread = Thread.currentThread();

		/** Completed with the time in nanoseconds when the head has been received. */
		private final CompletableFuture<Long> head = new CompletableFuture<>();

		private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();

		private Flight(Key key) {
			this.key = key;
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

	/**
	 * Equal for requests whose responses are expected to be the same.
	 *
	 * @param selecting the values of other fields that select a response
	 */
	private record Key(String uri, String identity, @Nullable String accept, @Nullable String language,
			String contentDigest, Map<String, String> selecting, boolean background) {

		static Key of(TransactionContext context, boolean background) {
			CacheRequest request = context.keyed();
			HttpHeaders headers = request.headers();
			return new Key(request.uri().toString(), request.identity(), headers.getFirst(HttpHeaders.ACCEPT),
					headers.getFirst(HttpHeaders.ACCEPT_LANGUAGE), request.contentDigest(),
					new SelectingFields(context.cache().variants().selecting()).valuesOf(headers), background);
		}

		int index(int length) {
			return Math.floorMod(this.uri.hashCode(), length);
		}

	}

}
