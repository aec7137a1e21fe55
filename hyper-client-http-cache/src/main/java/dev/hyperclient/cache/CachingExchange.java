package dev.hyperclient.cache;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.Optional;
import java.util.OptionalLong;

import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredBody;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;

/**
 * The cache around a blocking exchange. A collected body is stored at once, a streamed
 * one while the caller reads it. Thread-safe if the next exchange is.
 */
final class CachingExchange implements CacheExchange {

	private static final Logger logger = LoggerFactory.getLogger(CachingExchange.class);

	private static final Runnable NOTHING = () -> {
	};

	private final Transactions transactions;

	private final CacheExchange next;

	private final Options options;

	/**
	 * Create the exchange.
	 * @param transactions begins the transaction of a request
	 * @param next sends requests to the server
	 * @param options what to store, and whether to coalesce requests
	 */
	CachingExchange(Transactions transactions, CacheExchange next, Options options) {
		this.transactions = transactions;
		this.next = next;
		this.options = options;
	}

	@Override
	public CacheResponse exchange(CacheRequest request) {
		RequestCoalescer coalescer = this.options.coalescer();
		long ended = (coalescer != null) ? coalescer.ended() : 0;
		CacheTransaction transaction = this.transactions.begin(request, null);
		try {
			Optional<CachedResponse> cached = transaction.cached();
			if (cached.isPresent()) {
				return open(cached.get());
			}
			return (coalescer != null && coalescer.isUseful(transaction))
					? coalesced(coalescer, request, transaction, ended) : forward(transaction, NOTHING);
		}
		catch (StoredContentException ex) {
			logger.debug("Stored content cannot be read; {} is sent to the server", request, ex);
			return this.next.exchange(request);
		}
	}

	/**
	 * Forward one of several equal requests. The others wait for its stored response.
	 * @param ended the number of flights that had ended before the lookup
	 */
	private CacheResponse coalesced(RequestCoalescer coalescer, CacheRequest request, CacheTransaction transaction,
			long ended) {
		RequestCoalescer.Participation participation = coalescer.join(request, false);
		RequestCoalescer.Flight flight = participation.flight();
		if (!participation.isOwn()) {
			await(coalescer, flight);
			return beginAgain(request, transaction.status(), NOTHING);
		}
		Runnable end = () -> coalescer.end(flight);
		try {
			return (coalescer.ended() == ended) ? forward(transaction, end) : beginAgain(request, null, end);
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

	private CacheResponse beginAgain(CacheRequest request, @Nullable CacheStatus waited, Runnable end) {
		CacheTransaction again = this.transactions.begin(request, waited);
		Optional<CachedResponse> cached = again.cached();
		if (cached.isEmpty()) {
			return forward(again, end);
		}
		end.run();
		return open(cached.get());
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
		boolean discarded = true;
		try {
			if (this.next instanceof ObservedExchange observed) {
				observed.reasonNotToStore().ifPresent(transaction::doNotStore);
			}
			transaction.receive(response);
			Optional<CachedResponse> stale = transaction.staleAfter(response.status());
			if (stale.isPresent()) {
				end.run();
				return open(stale.get());
			}
			Optional<CachedResponse> combined = transaction.combines(response.status(), response.headers())
					? transaction.combine(collected(response)) : Optional.empty();
			if (combined.isPresent()) {
				end.run();
				return open(combined.get());
			}
			if (response.body().isStreamed() && transaction.stores(response.status(), response.headers())) {
				received(transaction, true);
				CacheResponse stored = store(transaction, response, end);
				discarded = false;
				return stored;
			}
			Optional<CacheTransaction> repeat = transaction.repeat(response.status(), response.headers());
			if (repeat.isPresent()) {
				response.body().close();
				// It has no condition, so it is not repeated again.
				return forward(repeat.get(), end);
			}
			boolean stores = transaction.stores(response.status(), response.headers());
			Optional<CachedResponse> confirmed = transaction.complete(response);
			received(transaction, stores || confirmed.isPresent());
			end.run();
			if (confirmed.isPresent()) {
				return open(confirmed.get());
			}
			discarded = false;
			return withStatus(response, transaction, stores);
		}
		finally {
			if (discarded) {
				response.body().close();
			}
		}
	}

	private void received(CacheTransaction transaction, boolean stored) {
		RequestCoalescer coalescer = this.options.coalescer();
		if (coalescer != null) {
			coalescer.received(transaction, stored);
		}
	}

	/**
	 * Return a response with its content in memory, one byte more than the maximum if it
	 * is too long, and empty if it cannot be read.
	 */
	private static CacheResponse collected(CacheResponse response) {
		byte[] content;
		try {
			content = response.body().stream().readNBytes((int) StoredPart.MAX_COMBINED_LENGTH + 1);
		}
		catch (IOException ex) {
			content = new byte[0];
		}
		return new CacheResponse(response.uri(), response.status(), response.headers(), content);
	}

	/**
	 * Whether there was no response. An interrupted caller waits for none, not even a
	 * stale one.
	 */
	private static boolean isDisconnection(RuntimeException ex) {
		return (ex instanceof UncheckedIOException || ex.getCause() instanceof IOException)
				&& !Thread.currentThread().isInterrupted();
	}

	private CacheResponse store(CacheTransaction transaction, CacheResponse response, Runnable end) {
		OptionalLong length = response.declaredLength();
		boolean encoded = response.headers().containsHeader(HttpHeaders.CONTENT_ENCODING);
		if ((encoded && !this.options.storesEncoded()) || length.orElse(0) > this.options.maxLength()) {
			transaction.doNotStore((length.orElse(0) > this.options.maxLength())
					? BodyCopy.tooLong(this.options.maxLength()) : "encoded content");
			transaction.supersede(response);
			transaction.abandon(response.status());
			received(transaction, false);
			end.run();
			return withStatus(response, transaction, false);
		}
		ResponseWriter writer = transaction.begin(response);
		StoringInputStream content = new StoringInputStream(response.body().stream(), writer, length, this.options,
				() -> transaction.supersede(response), end);
		return withStatus(new CacheResponse(response.uri(), response.status(), response.headers(),
				ResponseContent.of(content, response.body().length())), transaction, true);
	}

	private static CacheResponse withStatus(CacheResponse response, CacheTransaction transaction, boolean stored) {
		if (transaction.status().name() == null) {
			return response;
		}
		HttpHeaders headers = HttpHeaders.copyOf(response.headers());
		transaction.status().addForwarded(headers, response.status(), stored);
		return new CacheResponse(response.uri(), response.status(), headers, response.body());
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
	 * An exchange that knows what it has sent.
	 */
	interface ObservedExchange extends CacheExchange {

		/**
		 * Return why the last response must not be stored although its request and its
		 * header fields permit it.
		 * @return the reason, or empty if it may be stored
		 */
		Optional<String> reasonNotToStore();

	}

	/**
	 * Begins transactions.
	 */
	@FunctionalInterface
	interface Transactions {

		/**
		 * Begin the transaction of a request.
		 * @param waited how the request was to be handled before it waited for the
		 * response to an equal request, or {@code null} if it has not waited
		 */
		CacheTransaction begin(CacheRequest request, @Nullable CacheStatus waited);

	}

	/**
	 * What is stored, and whether requests are coalesced.
	 *
	 * @param maxLength the maximum number of bytes of streamed content; longer content is
	 * not stored
	 * @param storesEncoded whether streamed content with {@code Content-Encoding} is
	 * stored
	 * @param readAhead the maximum number of bytes that are read when a caller closes
	 * streamed content before its end, so that it can still be stored
	 * @param coalescer coalesces equal requests, or {@code null}
	 */
	record Options(long maxLength, boolean storesEncoded, int readAhead, @Nullable RequestCoalescer coalescer) {

		/**
		 * Decoded content, limited so that one response cannot fill a disk.
		 */
		static final Options DECODED = new Options(100L * 1024 * 1024, false, 0, null);

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
