package dev.hyperclient.cache;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.Optional;
import java.util.OptionalLong;

import dev.hyperclient.cache.ResponseAction.Combine;
import dev.hyperclient.cache.ResponseAction.Repeat;
import dev.hyperclient.cache.ResponseAction.ServeStale;
import dev.hyperclient.cache.ResponseAction.Store;
import dev.hyperclient.cache.store.StoredBody;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;

/**
 * The cache in front of a blocking client. A collected body is stored at once, a streamed
 * one while the caller reads it. Thread-safe if the next sender is.
 */
final class BlockingCacheDriver implements RequestSender {

	private static final Logger logger = LoggerFactory.getLogger(BlockingCacheDriver.class);

	private static final Runnable NOTHING = () -> {
	};

	private final Lookups lookups;

	private final RequestSender next;

	private final StorageLimits limits;

	private final @Nullable RequestCoalescer coalescer;

	/**
	 * Create the driver.
	 * @param lookups looks requests up
	 * @param next sends requests to the server
	 * @param limits what streamed content is stored
	 * @param coalescer coalesces equal requests, or {@code null}
	 */
	BlockingCacheDriver(Lookups lookups, RequestSender next, StorageLimits limits,
			@Nullable RequestCoalescer coalescer) {
		this.lookups = lookups;
		this.next = next;
		this.limits = limits;
		this.coalescer = coalescer;
	}

	@Override
	public CacheResponse exchange(CacheRequest request) {
		long completed = (this.coalescer != null) ? this.coalescer.completedFlights() : 0;
		CacheLookup found = this.lookups.lookup(request, null);
		try {
			return (found instanceof CacheTransaction transaction && this.coalescer != null
					&& this.coalescer.isUseful(transaction))
							? coalesced(this.coalescer, request, transaction, completed) : answer(found, NOTHING);
		}
		catch (StoredContentException ex) {
			logger.debug("Stored content cannot be read; {} is sent to the server", request, ex);
			return this.next.exchange(request);
		}
	}

	/**
	 * Forward one of several equal requests. The others wait for its stored response.
	 * @param completed the number of flights that had ended before the lookup
	 */
	private CacheResponse coalesced(RequestCoalescer coalescer, CacheRequest request, CacheTransaction transaction,
			long completed) {
		RequestCoalescer.Participation participation = coalescer.join(request);
		RequestCoalescer.Flight flight = participation.flight();
		if (!participation.isOwn()) {
			await(coalescer, flight);
			return answer(this.lookups.lookup(request, transaction.status()), NOTHING);
		}
		Runnable end = () -> coalescer.end(flight);
		try {
			return answer(
					(coalescer.completedFlights() == completed) ? transaction : this.lookups.lookup(request, null),
					end);
		}
		catch (RuntimeException | Error ex) {
			end.run();
			throw ex;
		}
	}

	private static void await(RequestCoalescer coalescer, RequestCoalescer.Flight flight) {
		try {
			coalescer.await(flight);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new UncheckedIOException(
					new InterruptedIOException("Interrupted while waiting for an equal request"));
		}
	}

	private CacheResponse answer(CacheLookup found, Runnable end) {
		if (found instanceof CacheLookup.Hit hit) {
			end.run();
			return open(hit.response());
		}
		return forward((CacheTransaction) found, end);
	}

	/**
	 * Forward a request that the cache does not answer.
	 * @param end is run as soon as nothing more will be stored, unless this fails
	 */
	CacheResponse forward(CacheTransaction transaction, Runnable end) {
		CacheResponse response;
		try {
			response = this.next.exchange(transaction.forwarded());
		}
		catch (RuntimeException ex) {
			transaction.fail();
			Optional<CachedResponse> stale = isDisconnection(ex) ? transaction.staleAfterFailure() : Optional.empty();
			if (stale.isEmpty()) {
				throw ex;
			}
			logger.debug("{} failed; a stale response is served", transaction.forwarded(), ex);
			end.run();
			return open(stale.get());
		}
		boolean passedOn = false;
		try {
			ResponseAction action = transaction.decide(response,
					(this.next instanceof ObservedSender observed) ? observed.reasonNotToStore().orElse(null) : null);
			if (action instanceof Combine combine) {
				action = combine.combination().apply(collected(response));
			}
			if (action instanceof Repeat repeat) {
				response.body().close();
				return forward(repeat.next(), end);
			}
			if (action.served().isPresent()) {
				if (!(action instanceof ServeStale)) {
					received(transaction, true);
				}
				end.run();
				return open(action.served().get());
			}
			CacheResponse received = (action instanceof Store store)
					? store(store.content(), transaction, response, end) : passOn(transaction, response, end);
			passedOn = true;
			return received;
		}
		finally {
			if (!passedOn) {
				response.body().close();
			}
		}
	}

	private CacheResponse store(ContentStorage storage, CacheTransaction transaction, CacheResponse response,
			Runnable end) {
		if (!response.body().isStreamed()) {
			received(transaction, true);
			storage.store(response.body().collected());
			end.run();
			return withStatus(response, response.body(), transaction, true);
		}
		Optional<String> refusal = this.limits.refusal(response);
		if (refusal.isPresent()) {
			storage.reject(refusal.get());
			return passOn(transaction, response, end);
		}
		received(transaction, true);
		StoringInputStream content = new StoringInputStream(response.body().stream(), storage,
				response.declaredLength(), this.limits, end);
		return withStatus(response, ResponseContent.of(content, response.body().length()), transaction, true);
	}

	private CacheResponse passOn(CacheTransaction transaction, CacheResponse response, Runnable end) {
		received(transaction, false);
		end.run();
		return withStatus(response, response.body(), transaction, false);
	}

	private void received(CacheTransaction transaction, boolean stored) {
		if (this.coalescer != null) {
			this.coalescer.received(transaction, stored);
		}
	}

	/**
	 * Return the content in memory, one byte more than the maximum if it is too long, and
	 * empty if it cannot be read.
	 */
	private static byte[] collected(CacheResponse response) {
		try {
			return response.body().stream().readNBytes((int) PartialResponse.MAX_COMBINED_LENGTH + 1);
		}
		catch (IOException ex) {
			return new byte[0];
		}
	}

	/**
	 * Whether there was no response. An interrupted caller waits for none, not even a
	 * stale one.
	 */
	private static boolean isDisconnection(RuntimeException ex) {
		return (ex instanceof UncheckedIOException || ex.getCause() instanceof IOException)
				&& !Thread.currentThread().isInterrupted();
	}

	private static CacheResponse withStatus(CacheResponse response, ResponseContent body, CacheTransaction transaction,
			boolean stored) {
		HttpHeaders headers = transaction.status().forwarded(response, stored);
		return (headers == response.headers() && body == response.body()) ? response
				: new CacheResponse(response.uri(), response.status(), headers, body);
	}

	/**
	 * Return the response with its body, streamed if it is in a file.
	 */
	private static CacheResponse open(CachedResponse cached) {
		StoredBody stored = cached.body();
		try {
			ResponseContent body = stored.isInMemory() ? ResponseContent.of(stored.bytes())
					: ResponseContent.of(Channels.newInputStream(stored.open()), OptionalLong.of(stored.length()));
			return new CacheResponse(cached.uri(), cached.status(), cached.headers(), body, cached.reused());
		}
		catch (IOException ex) {
			throw new StoredContentException(ex);
		}
	}

	/**
	 * A sender that knows what it has sent.
	 */
	interface ObservedSender extends RequestSender {

		/**
		 * Return why the last response must not be stored although its request and its
		 * header fields permit it.
		 * @return the reason, or empty if it may be stored
		 */
		Optional<String> reasonNotToStore();

	}

	/**
	 * Looks requests up.
	 */
	@FunctionalInterface
	interface Lookups {

		/**
		 * Look a request up.
		 * @param waited how the request was to be handled before it waited for the
		 * response to an equal request, or {@code null} if it has not waited
		 */
		CacheLookup lookup(CacheRequest request, @Nullable CacheStatus waited);

	}

	/**
	 * Stored content cannot be opened. Never leaves this class.
	 */
	private static final class StoredContentException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		StoredContentException(IOException cause) {
			super(cause);
		}

	}

}
