package dev.hyperclient.internal.transaction;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.internal.policy.CachedResponse;
import dev.hyperclient.internal.policy.Messages;
import dev.hyperclient.internal.policy.StaleReason;
import dev.hyperclient.internal.policy.StorageLimits;
import dev.hyperclient.internal.transaction.RequestCoalescer.Flight;
import dev.hyperclient.internal.transaction.ResponseAction.ContentStorage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;

/**
 * The cache in front of a blocking client. A collected body is stored at once, a streamed
 * one while the caller reads it. Thread-safe if the next sender is.
 */
public final class BlockingCacheDriver implements RequestSender {

	private static final Logger logger = LoggerFactory.getLogger(BlockingCacheDriver.class);

	private final Lookups lookups;

	private final RequestSender next;

	private final StorageLimits limits;

	private final RequestCoalescer coalescer;

	private final @Nullable Executor background;

	private BlockingCacheDriver(Lookups lookups, RequestSender next, StorageLimits limits, RequestCoalescer coalescer,
			@Nullable Executor background) {
		this.lookups = lookups;
		this.next = next;
		this.limits = limits;
		this.coalescer = coalescer;
		this.background = background;
	}

	/**
	 * Create a driver for clients of any kind.
	 * @param cache the cache
	 * @param next sends requests to the server
	 */
	public static BlockingCacheDriver of(CacheContext cache, RequestSender next) {
		return new BlockingCacheDriver(
				(request, waited) -> CacheTransactions.begin(TransactionContext.of(cache, request, false)), next,
				StorageLimits.DECODED, RequestCoalescer.NONE, null);
	}

	/**
	 * Create a driver for requests that no stored response may answer.
	 * @param cache the cache
	 * @param next sends requests to the server
	 */
	public static BlockingCacheDriver reloading(CacheContext cache, RequestSender next) {
		return new BlockingCacheDriver(
				(request, waited) -> CacheTransactions.reload(TransactionContext.of(cache, request, false)), next,
				StorageLimits.DECODED, RequestCoalescer.NONE, null);
	}

	/**
	 * Create a driver for an adapter that compares what was sent with the request that
	 * the cache has seen.
	 * @param cache the cache
	 * @param next sends requests to the server
	 * @param limits what streamed content is stored
	 * @param coalescer coalesces equal requests
	 * @param hasHiddenInput whether responses may depend on what is not part of the cache
	 * key
	 * @param background validates stale responses, or {@code null} to validate them
	 * before they are served
	 */
	public static BlockingCacheDriver of(CacheContext cache, ObservedSender next, StorageLimits limits,
			RequestCoalescer coalescer, boolean hasHiddenInput, @Nullable Executor background) {
		return new BlockingCacheDriver((request, waited) -> CacheTransactions.lookup(cache, request, hasHiddenInput,
				background != null, waited), next, limits, coalescer, background);
	}

	@Override
	public CacheResponse exchange(CacheRequest request) {
		long completed = this.coalescer.completedFlights();
		CacheLookup found = lookup(request, null);
		return (found instanceof CacheTransaction transaction && this.coalescer.isUseful(transaction))
				? coalesced(request, transaction, completed) : answer(found, Flight.NONE);
	}

	/**
	 * Forward one of several equal requests. The others wait for its stored response.
	 * @param completed the number of flights that had ended before the lookup
	 */
	private CacheResponse coalesced(CacheRequest request, CacheTransaction transaction, long completed) {
		RequestCoalescer.Participation participation = this.coalescer.join(transaction.context());
		Flight flight = participation.flight();
		if (!participation.isOwn()) {
			this.coalescer.await(flight);
			return answer(lookup(request, transaction.status()), Flight.NONE);
		}
		boolean isAnswered = false;
		try {
			// The response may have been stored since the lookup.
			CacheResponse response = answer(
					this.coalescer.isCompletedSince(flight, completed) ? lookup(request, null) : transaction, flight);
			isAnswered = true;
			return response;
		}
		finally {
			// Also after a checked exception that is not declared, as in Kotlin.
			if (!isAnswered) {
				this.coalescer.end(flight);
			}
		}
	}

	private CacheLookup lookup(CacheRequest request, @Nullable CacheStatus waited) {
		long completed = this.coalescer.completedFlights();
		CacheLookup found = this.lookups.lookup(request, waited);
		if (found instanceof CacheLookup.Hit hit && hit.background() != null && this.background != null
				&& this.next instanceof ObservedSender observed) {
			validate(request, hit.background(), completed, observed.inBackground(), this.background);
		}
		return found;
	}

	/**
	 * Validate a stale response that is served.
	 * @param completed the number of flights that had ended before the lookup
	 */
	private void validate(CacheRequest request, CacheTransaction transaction, long completed, ObservedSender sender,
			Executor executor) {
		Flight flight = this.coalescer.validate(transaction.context(), completed).orElse(null);
		if (flight == null) {
			return;
		}
		try {
			executor.execute(() -> {
				try (ResponseContent content = new BlockingCacheDriver(this.lookups, sender, this.limits,
						this.coalescer, null)
					.forward(transaction, Flight.NONE)
					.body()) {
					content.stream().transferTo(OutputStream.nullOutputStream());
				}
				catch (IOException | RuntimeException ex) {
					logger.debug("Could not validate the stored response of {}", request, ex);
				}
				finally {
					this.coalescer.end(flight);
				}
			});
		}
		catch (RejectedExecutionException ex) {
			this.coalescer.cancel(flight);
			logger.debug("The stored response of {} is not validated in the background", request, ex);
		}
	}

	private CacheResponse answer(CacheLookup found, Flight flight) {
		if (found instanceof CacheLookup.Hit hit) {
			return open(hit.response(), hit.context(), flight);
		}
		return forward((CacheTransaction) found, flight);
	}

	/**
	 * Forward a request that the cache does not answer.
	 * @param flight ends as soon as nothing more will be stored, unless this fails
	 */
	private CacheResponse forward(CacheTransaction transaction, Flight flight) {
		CacheResponse response;
		try {
			response = this.next.exchange(transaction.requestToSend());
		}
		catch (RuntimeException ex) {
			boolean disconnected = (this.next instanceof ObservedSender observed) ? observed.isDisconnection(ex)
					: isFailureOfConnection(ex);
			// An interrupted caller waits for none, not even a stale one.
			if (!disconnected || Thread.currentThread().isInterrupted()) {
				throw ex;
			}
			transaction.context().notifyAnswer(0);
			Optional<CachedResponse> stale = transaction.stale(StaleReason.DISCONNECTED);
			if (stale.isEmpty()) {
				throw ex;
			}
			logger.debug("{} failed; a stale response is served", transaction.requestToSend(), ex);
			return open(stale.get(), transaction.context(), flight);
		}
		boolean passedOn = false;
		try {
			transaction.context().notifyAnswer(response.status());
			ResponseAction action = transaction.decide(response,
					(this.next instanceof ObservedSender observed) ? observed.reasonNotToStore().orElse(null) : null);
			if (action instanceof ResponseAction.Combine combine) {
				action = combine.combination().apply(collected(response));
			}
			if (action instanceof ResponseAction.Repeat repeat) {
				response.body().close();
				return forward(repeat.next(), flight);
			}
			if (action instanceof ResponseAction.Serve serve) {
				if (!serve.isStale()) {
					this.coalescer.received(transaction, flight, true);
				}
				// Another request may need the connection.
				response.body().close();
				passedOn = true;
				return open(serve.response(), transaction.context(), flight);
			}
			CacheResponse received = (action instanceof ResponseAction.Store store)
					? store(store.content(), transaction, response, flight) : passOn(transaction, response, flight);
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
			Flight flight) {
		if (!response.body().isStreamed()) {
			this.coalescer.received(transaction, flight, true);
			storage.store(Messages.collected(response));
			this.coalescer.end(flight);
			return withStatus(response, response.body(), transaction, true);
		}
		StorageLimits limited = transaction.context().limit(this.limits);
		Optional<String> refusal = limited.refusal(response);
		if (refusal.isPresent()) {
			storage.reject(refusal.get());
			return passOn(transaction, response, flight);
		}
		StoringInputStream content = new StoringInputStream(response.body().stream(),
				this.coalescer.storing(storage, transaction, flight), Messages.declaredLength(response), limited,
				() -> this.coalescer.end(flight));
		return withStatus(response, ResponseContent.of(content, response.body().length()), transaction, true);
	}

	private CacheResponse passOn(CacheTransaction transaction, CacheResponse response, Flight flight) {
		this.coalescer.received(transaction, flight, false);
		this.coalescer.end(flight);
		return withStatus(response, response.body(), transaction, false);
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

	private static boolean isFailureOfConnection(RuntimeException ex) {
		return ex instanceof UncheckedIOException || ex.getCause() instanceof IOException;
	}

	private static CacheResponse withStatus(CacheResponse response, ResponseContent body, CacheTransaction transaction,
			boolean stored) {
		HttpHeaders headers = transaction.withCacheStatus(response, stored);
		return (headers == response.headers() && body == response.body()) ? response
				: CacheResponse.of(response.uri(), response.status(), headers, body);
	}

	/**
	 * Return the response with its body, streamed if it is in a file. If its content
	 * cannot be read any more, the request is answered without it.
	 */
	private CacheResponse open(CachedResponse cached, TransactionContext context, Flight flight) {
		StoredBody stored = cached.body();
		ResponseContent body;
		try {
			body = stored.isInMemory() ? ResponseContent.of(stored.bytes())
					: ResponseContent.of(Channels.newInputStream(stored.open()), OptionalLong.of(stored.length()));
		}
		catch (IOException ex) {
			logger.debug("The stored response of {} cannot be read", context.request(), ex);
			return answer(CacheTransactions.withoutStored(context), flight);
		}
		this.coalescer.end(flight);
		return CacheResponse.of(cached.uri(), cached.status(), cached.headers(), body, cached.reused(), cached.stale());
	}

	/**
	 * A sender that knows what it has sent.
	 */
	public interface ObservedSender extends RequestSender {

		/**
		 * Return why the last response must not be stored although its request and its
		 * header fields permit it.
		 * @return the reason, or empty if it may be stored
		 */
		Optional<String> reasonNotToStore();

		/**
		 * Return whether an exception of the last request means that there is no
		 * response.
		 */
		default boolean isDisconnection(RuntimeException ex) {
			return isFailureOfConnection(ex);
		}

		/**
		 * Return what sends the request that validates a stale response after this call.
		 */
		ObservedSender inBackground();

	}

	/**
	 * Looks requests up.
	 */
	@FunctionalInterface
	private interface Lookups {

		/**
		 * Look a request up.
		 * @param waited how the request was to be handled before it waited for the
		 * response to an equal request, or {@code null} if it has not waited
		 */
		CacheLookup lookup(CacheRequest request, @Nullable CacheStatus waited);

	}

}
