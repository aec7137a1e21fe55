package dev.hyperclient.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import dev.hyperclient.netty.InterimResponses;
import dev.hyperclient.netty.UnexpectedInterimResponseException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.ExchangeStrategies;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/**
 * An {@link HttpCache} as a filter of a {@code WebClient}. A fresh stored response is
 * served without a request; other bodies are streamed, and a copy is stored when they are
 * complete. Large bodies are never held in memory.
 * <p>
 * The filter stores the responses that it receives, so the order of filters matters.
 * Filters that set {@code Authorization} belong before this one; otherwise set
 * {@link #withIdentity}, or the responses of different users are not kept apart.
 * <p>
 * Equal requests at the same time are coalesced into one. A stale response may be served
 * while it is validated on another thread (RFC 5861, 3), or in place of an error, if that
 * is allowed.
 * <p>
 * Immutable and thread-safe. Files are read and written on the bounded elastic scheduler,
 * never on an event loop; a body completes when it is stored.
 */
public final class CacheExchangeFilterFunction implements ExchangeFilterFunction {

	private static final DataSize DEFAULT_MAX_BODY_SIZE = DataSize.ofMegabytes(10);

	private static final int FIRST_FINAL = 200;

	private static final Logger logger = LoggerFactory.getLogger(CacheExchangeFilterFunction.class);

	private static final Runnable NOTHING = () -> {
	};

	private final HttpCache cache;

	private final RequestCoalescer coalescer;

	private final Function<ClientRequest, String> identity;

	private final DataSize maxBodySize;

	private final ExchangeStrategies strategies;

	/**
	 * Create a filter.
	 * @param cache the cache, which the caller closes
	 */
	public CacheExchangeFilterFunction(HttpCache cache) {
		// No limit: the stored body was received from the server before.
		this(cache, (request) -> IdentityHash.ofAuthorization(request.headers()), DEFAULT_MAX_BODY_SIZE,
				ExchangeStrategies.builder().codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(-1)).build(),
				new RequestCoalescer());
	}

	private CacheExchangeFilterFunction(HttpCache cache, Function<ClientRequest, String> identity, DataSize maxBodySize,
			ExchangeStrategies strategies, RequestCoalescer coalescer) {
		this.coalescer = coalescer;
		this.cache = Objects.requireNonNull(cache, "'cache' must not be null");
		this.identity = Objects.requireNonNull(identity, "'identity' must not be null");
		this.maxBodySize = Objects.requireNonNull(maxBodySize, "'maxBodySize' must not be null");
		this.strategies = Objects.requireNonNull(strategies, "'strategies' must not be null");
	}

	/**
	 * Return this filter with another source of identities. The default is a keyed hash
	 * of the {@code Authorization} field, valid in this process only. With OAuth, whose
	 * field contains a nonce, no response would ever be reused.
	 * @param identity returns the opaque identity of a request, empty for anonymous. Only
	 * a hash of it is stored
	 * @return the derived filter
	 */
	public CacheExchangeFilterFunction withIdentity(Function<ClientRequest, String> identity) {
		return new CacheExchangeFilterFunction(this.cache, identity, this.maxBodySize, this.strategies, this.coalescer);
	}

	/**
	 * Return this filter with another maximum for stored bodies. The default is 10 MB.
	 * @param size the maximum; longer bodies are not stored
	 * @return the derived filter
	 */
	public CacheExchangeFilterFunction withMaxBodySize(DataSize size) {
		return new CacheExchangeFilterFunction(this.cache, this.identity, size, this.strategies, this.coalescer);
	}

	/**
	 * Return this filter with other codecs for stored responses: those of the
	 * {@code WebClient} if they are customized, since a filter has no access to them. The
	 * default is Spring's, without a memory limit.
	 * @param strategies the codecs
	 * @return the derived filter
	 */
	public CacheExchangeFilterFunction withStrategies(ExchangeStrategies strategies) {
		return new CacheExchangeFilterFunction(this.cache, this.identity, this.maxBodySize, strategies, this.coalescer);
	}

	@Override
	public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
		CacheRequest key = toCacheRequest(request);
		return Mono.defer(() -> {
			long ended = this.coalescer.ended();
			return blocking(() -> this.cache.begin(key)).flatMap((transaction) -> {
				transaction.background().ifPresent((background) -> revalidate(key, background, request, next, ended));
				return cached(transaction)
					.orElseGet(() -> transaction.isCoalescible() ? coalesced(key, transaction, request, next, ended)
							: forward(transaction, request, next, NOTHING));
			});
		});
	}

	private Optional<Mono<ClientResponse>> cached(CacheTransaction transaction) {
		return transaction.cached().map((cached) -> ClientResponses.of(cached, this.strategies));
	}

	/**
	 * Forward one of several equal requests. The others wait for its stored response.
	 * @param ended the number of flights that had ended before the lookup
	 */
	private Mono<ClientResponse> coalesced(CacheRequest key, CacheTransaction transaction, ClientRequest request,
			ExchangeFunction next, long ended) {
		RequestCoalescer.Participation participation = this.coalescer.join(key, false);
		RequestCoalescer.Flight flight = participation.flight();
		if (!participation.isOwn()) {
			return await(flight).then(beginAgain(key, request, next, NOTHING));
		}
		Runnable end = () -> this.coalescer.end(flight);
		Mono<ClientResponse> own = (this.coalescer.ended() == ended) ? forward(transaction, request, next, end)
				: beginAgain(key, request, next, end);
		return own.doOnError((ex) -> end.run()).doOnCancel(end);
	}

	private Mono<Void> await(RequestCoalescer.Flight flight) {
		return Mono.fromFuture(flight.end(), true)
			.timeout(RequestCoalescer.MAX_WAIT, Mono.fromRunnable(() -> this.coalescer.end(flight)));
	}

	private Mono<ClientResponse> beginAgain(CacheRequest key, ClientRequest request, ExchangeFunction next,
			Runnable end) {
		return blocking(() -> this.cache.begin(key))
			.flatMap((again) -> cached(again).map((cached) -> cached.doOnNext((done) -> end.run()))
				.orElseGet(() -> forward(again, request, next, end)));
	}

	/**
	 * Validate a stale response that has been served, once at a time.
	 */
	private void revalidate(CacheRequest key, CacheTransaction transaction, ClientRequest request,
			ExchangeFunction next, long ended) {
		RequestCoalescer.Participation participation = this.coalescer.join(key, true);
		if (!participation.isOwn()) {
			return;
		}
		if (this.coalescer.ended() != ended) {
			// It may be fresh by now. If not, the next request validates it.
			this.coalescer.cancel(participation.flight());
			return;
		}
		forward(transaction, request, next, NOTHING)
			.flatMap((response) -> response.bodyToFlux(DataBuffer.class).doOnNext(DataBufferUtils::release).then())
			.doFinally((signal) -> this.coalescer.end(participation.flight()))
			.subscribe((done) -> {
			}, (ex) -> logger.debug("Could not validate the stored response of {}", key, ex));
	}

	/**
	 * Forward the request.
	 * @param end is run as soon as nothing more will be stored
	 */
	private Mono<ClientResponse> forward(CacheTransaction transaction, ClientRequest request, ExchangeFunction next,
			Runnable end) {
		ClientRequest forwarded = ClientRequest.from(request)
			.method(transaction.forwarded().method())
			.headers((headers) -> {
				headers.clear();
				headers.addAll(transaction.forwarded().headers());
			})
			.httpRequest(InterimResponses::ignoreFor)
			.build();
		return next.exchange(forwarded)
			.map((response) -> received(transaction, response, request, next, end))
			.onErrorResume(CacheExchangeFilterFunction::isDisconnection, (ex) -> Mono.just(stale(transaction, ex, end)))
			.flatMap(Function.identity());
	}

	private Mono<ClientResponse> stale(CacheTransaction transaction, Throwable ex, Runnable end) {
		return transaction.staleAfterFailure()
			.map((stale) -> ClientResponses.of(stale, this.strategies).doOnNext((done) -> end.run()))
			.orElseGet(() -> Mono.error(ex));
	}

	private Mono<ClientResponse> received(CacheTransaction transaction, ClientResponse response, ClientRequest request,
			ExchangeFunction next, Runnable end) {
		int status = response.statusCode().value();
		if (status < FIRST_FINAL) {
			return response.releaseBody()
				.then(Mono.error(new UnexpectedInterimResponseException(transaction.forwarded().toString(), status)))
				.doOnTerminate(end)
				.cast(ClientResponse.class);
		}
		Optional<CachedResponse> stale = transaction.staleAfter(status);
		if (stale.isPresent()) {
			return response.releaseBody()
				.then(ClientResponses.of(stale.get(), response.strategies()))
				.doOnNext((done) -> end.run());
		}
		if (!transaction.stores(status, response.headers().asHttpHeaders())) {
			return complete(transaction, response, request, next, end);
		}
		Mono<ClientResponse> copying = Mono.fromSupplier(
				() -> response.mutate().body((body) -> copying(transaction, response, request, body, end)).build());
		return Invalidation.isUnsafe(request.method()) ? receive(transaction, response, request).then(copying)
				: copying;
	}

	/**
	 * Let an unsafe request invalidate before the caller has the response, since the
	 * content may not be read to its end.
	 */
	private static Mono<Void> receive(CacheTransaction transaction, ClientResponse response, ClientRequest request) {
		return Mono.<Void>fromRunnable(() -> transaction.receive(toCacheResponse(response, request)))
			.subscribeOn(Schedulers.boundedElastic());
	}

	private static boolean isDisconnection(Throwable ex) {
		return ex instanceof WebClientRequestException || ex instanceof IOException || ex instanceof TimeoutException;
	}

	private Mono<ClientResponse> complete(CacheTransaction transaction, ClientResponse response, ClientRequest request,
			ExchangeFunction next, Runnable end) {
		int status = response.statusCode().value();
		return blocking(() -> {
			transaction.receive(toCacheResponse(response, request));
			return transaction.repeat(status, response.headers().asHttpHeaders());
		}).flatMap((repeat) -> repeat.isPresent()
				? response.releaseBody().then(Mono.defer(() -> forward(repeat.get(), request, next, end)))
				: completed(transaction, response, request).doOnNext((completed) -> end.run()));
	}

	private Mono<ClientResponse> completed(CacheTransaction transaction, ClientResponse response,
			ClientRequest request) {
		return blocking(() -> transaction.complete(toCacheResponse(response, request))).flatMap((stored) -> {
			if (stored.isEmpty()) {
				return Mono.just(response);
			}
			ClientResponse confirmed = ClientResponses.builder(stored.get(), response.strategies())
				.cookies((cookies) -> cookies.addAll(response.cookies()))
				.build();
			return response.releaseBody().thenReturn(confirmed);
		});
	}

	/**
	 * Copy the bytes of the buffers, which are passed on unchanged and with the caller's
	 * demand. Nothing is stored unless the body completes.
	 */
	private Flux<DataBuffer> copying(CacheTransaction transaction, ClientResponse response, ClientRequest request,
			Flux<DataBuffer> body, Runnable end) {
		BodyCopy copy = new BodyCopy(transaction, toCacheResponse(response, request), this.maxBodySize.toBytes());
		// The buffer that is passed on when its bytes have been written.
		AtomicReference<@Nullable DataBuffer> waiting = new AtomicReference<>();
		return body.doOnError((ex) -> {
			copy.abandon();
			end.run();
		})
			.concatMap((buffer) -> copy(buffer, copy, waiting), 1)
			.concatWith(copy.complete().doOnTerminate(end).then(Mono.empty()))
			.doOnCancel(() -> {
				copy.abandon();
				DataBufferUtils.release(waiting.getAndSet(null));
				end.run();
			})
			.doOnDiscard(DataBuffer.class, DataBufferUtils::release);
	}

	private static Mono<DataBuffer> copy(DataBuffer buffer, BodyCopy copy,
			AtomicReference<@Nullable DataBuffer> waiting) {
		if (copy.hasRoom(buffer.readableByteCount())) {
			try (DataBuffer.ByteBufferIterator contents = buffer.readableByteBuffers()) {
				contents.forEachRemaining(copy::append);
			}
			// Hidden, since concatMap emits the value of a plain Mono.just(...) itself.
			// If
			// the subscriber cancels meanwhile, as take(n) does, it also discards that
			// value, so that a buffer the subscriber owns would be released twice.
			return Mono.just(buffer).hide();
		}
		ByteBuffer content = ByteBuffer.allocate(buffer.readableByteCount());
		buffer.toByteBuffer(content);
		waiting.set(buffer);
		return copy.flush(content).then(Mono.fromSupplier(() -> waiting.getAndSet(null)));
	}

	private CacheRequest toCacheRequest(ClientRequest request) {
		return new CacheRequest(request.method(), request.url(), request.headers(), this.identity.apply(request));
	}

	/**
	 * Return the response without its content, which is stored separately.
	 */
	private static CacheResponse toCacheResponse(ClientResponse response, ClientRequest request) {
		return new CacheResponse(request.url(), response.statusCode().value(), response.headers().asHttpHeaders(),
				ResponseContent.EMPTY);
	}

	private static <T> Mono<T> blocking(Callable<T> work) {
		return Mono.fromCallable(work).subscribeOn(Schedulers.boundedElastic());
	}

}
