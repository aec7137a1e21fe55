package dev.hyperclient.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredBody;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;

/**
 * The cache around a blocking exchange. A collected body is stored at once, a streamed
 * one while the caller reads it. Thread-safe if the next exchange is.
 */
final class CachingExchange implements CacheExchange {

	/** Longer streamed content is not stored, so that one response cannot fill a disk. */
	static final long MAX_STREAMED_LENGTH = 100L * 1024 * 1024;

	private static final Logger logger = LoggerFactory.getLogger(CachingExchange.class);

	private final Function<CacheRequest, CacheTransaction> transactions;

	private final CacheExchange next;

	/**
	 * Create the exchange.
	 * @param transactions begins the transaction of a request
	 * @param next sends requests to the server
	 */
	CachingExchange(Function<CacheRequest, CacheTransaction> transactions, CacheExchange next) {
		this.transactions = transactions;
		this.next = next;
	}

	@Override
	public CacheResponse exchange(CacheRequest request) {
		CacheTransaction transaction = this.transactions.apply(request);
		try {
			Optional<CachedResponse> cached = transaction.cached();
			return cached.isPresent() ? open(cached.get()) : forward(transaction);
		}
		catch (StoredContentException ex) {
			logger.debug("Stored content cannot be read; {} is sent to the server", request, ex);
			return this.next.exchange(request);
		}
	}

	private CacheResponse forward(CacheTransaction transaction) {
		CacheResponse response;
		try {
			response = this.next.exchange(transaction.forwarded());
		}
		catch (RuntimeException ex) {
			boolean disconnected = ex instanceof UncheckedIOException || ex.getCause() instanceof IOException;
			Optional<CachedResponse> stale = disconnected ? transaction.staleAfterFailure() : Optional.empty();
			if (stale.isEmpty()) {
				throw ex;
			}
			logger.debug("{} failed; a stale response is served", transaction.forwarded(), ex);
			return open(stale.get());
		}
		boolean discarded = true;
		try {
			transaction.receive(response);
			Optional<CachedResponse> stale = transaction.staleAfter(response.status());
			if (stale.isPresent()) {
				return open(stale.get());
			}
			if (response.body().isStreamed() && transaction.stores(response.status(), response.headers())) {
				CacheResponse stored = store(transaction, response);
				discarded = false;
				return stored;
			}
			Optional<CacheTransaction> repeat = transaction.repeat(response.status(), response.headers());
			if (repeat.isPresent()) {
				response.body().close();
				// It has no condition, so it is not repeated again.
				return forward(repeat.get());
			}
			Optional<CachedResponse> confirmed = transaction.complete(response);
			if (confirmed.isPresent()) {
				return open(confirmed.get());
			}
			discarded = false;
			return response;
		}
		finally {
			if (discarded) {
				response.body().close();
			}
		}
	}

	private static CacheResponse store(CacheTransaction transaction, CacheResponse response) {
		OptionalLong length = response.declaredLength();
		if (response.headers().containsHeader(HttpHeaders.CONTENT_ENCODING) || length.orElse(0) > MAX_STREAMED_LENGTH) {
			// Only decoded content is stored.
			transaction.supersede(response);
			transaction.abandon();
			return response;
		}
		ResponseWriter writer = transaction.begin(response);
		ResponseContent body = ResponseContent.of(new StoringInputStream(response.body().stream(), writer, length),
				response.body().length());
		return new CacheResponse(response.uri(), response.status(), response.headers(), body);
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
	 * Stored content cannot be opened. Never leaves this class.
	 */
	private static final class StoredContentException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		StoredContentException(IOException cause) {
			super(cause);
		}

	}

}
