package dev.hyperclient.cache;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import dev.hyperclient.cache.store.StoredBody;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.reactive.AbstractClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpResponseDecorator;
import org.springframework.util.unit.DataSize;

/**
 * The cache in front of the connector of a {@code WebClient}. Bodies are streamed, and a
 * copy is stored when they are complete. Equal concurrent requests are coalesced, and a
 * stale response may be validated after it has been served. Thread-safe.
 */
final class ReactiveCacheDriver {

	static final DataSize DEFAULT_MAX_BODY_SIZE = DataSize.ofMegabytes(10);

	private static final int FIRST_SERVER_ERROR = 500;

	private static final Logger logger = LoggerFactory.getLogger(ReactiveCacheDriver.class);

	private static final DefaultDataBufferFactory BUFFERS = DefaultDataBufferFactory.sharedInstance;

	private static final Runnable NOTHING = () -> {
	};

	private final HttpCache cache;

	private final RequestCoalescer coalescer;

	private final long maxBodySize;

	private final AtomicBoolean unknownRequestLogged;

	/**
	 * Create the exchange.
	 * @param cache the cache
	 */
	ReactiveCacheDriver(HttpCache cache) {
		this(Objects.requireNonNull(cache, "'cache' must not be null"), new RequestCoalescer(),
				DEFAULT_MAX_BODY_SIZE.toBytes(), new AtomicBoolean());
	}

	private ReactiveCacheDriver(HttpCache cache, RequestCoalescer coalescer, long maxBodySize,
			AtomicBoolean unknownRequestLogged) {
		this.cache = cache;
		this.coalescer = coalescer;
		this.maxBodySize = maxBodySize;
		this.unknownRequestLogged = unknownRequestLogged;
	}

	/**
	 * Return this exchange with another maximum for stored bodies.
	 */
	ReactiveCacheDriver withMaxBodySize(DataSize size) {
		Objects.requireNonNull(size, "'size' must not be null");
		return new ReactiveCacheDriver(this.cache, this.coalescer, size.toBytes(), this.unknownRequestLogged);
	}

	/**
	 * Return this exchange with another cache.
	 */
	ReactiveCacheDriver withCache(HttpCache cache) {
		return (cache == this.cache) ? this
				: new ReactiveCacheDriver(cache, this.coalescer, this.maxBodySize, this.unknownRequestLogged);
	}

	HttpCache cache() {
		return this.cache;
	}

	/**
	 * Answer a request from the cache or forward it.
	 */
	Mono<ClientHttpResponse> exchange(ReactiveRequestSender next) {
		return Mono.defer(() -> {
			long ended = this.coalescer.ended();
			return begin(next, null).flatMap((transaction) -> {
				transaction.background().ifPresent((background) -> revalidate(background, next, ended));
				return cached(transaction).orElseGet(() -> this.coalescer.isUseful(transaction)
						? coalesced(transaction, next, ended) : forward(transaction, next, NOTHING));
			});
		});
	}

	/**
	 * Return stored content.
	 */
	static Flux<DataBuffer> content(StoredBody body) {
		if (body.length() == 0) {
			return Flux.empty();
		}
		if (body.isInMemory()) {
			return Mono.fromCallable(() -> (DataBuffer) BUFFERS.wrap(body.bytes())).flux();
		}
		return Flux.defer(() -> {
			AtomicBoolean opened = new AtomicBoolean();
			return DataBufferUtils
				.readByteChannel(() -> opened.compareAndSet(false, true) ? body.open()
						: Channels.newChannel(InputStream.nullInputStream()), BUFFERS, BodyCopy.BUFFER_SIZE)
				.subscribeOn(Schedulers.boundedElastic())
				.doOnCancel(() -> {
					if (opened.compareAndSet(false, true)) {
						close(body);
					}
				});
		});
	}

	/**
	 * Close the content of a response that nobody reads, which may be an open file.
	 */
	private static void close(StoredBody body) {
		if (body.isInMemory()) {
			return;
		}
		Schedulers.boundedElastic().schedule(() -> {
			try {
				body.open().close();
			}
			catch (IOException ex) {
				logger.debug("Could not close the content of a cancelled response", ex);
			}
		});
	}

	/**
	 * Let a request that was sent without the cache invalidate.
	 */
	Mono<ClientHttpResponse> receiveUncached(ReactiveRequestSender next, ClientHttpResponse response) {
		return blocking(() -> {
			CacheTransaction transaction = this.cache.bypass(next.request());
			CacheResponse head = head(response, next);
			transaction.receive(head);
			transaction.abandon(head.status());
			return response;
		});
	}

	/**
	 * Begin the transaction of a request.
	 * @param waited how the request was to be handled before it waited for an equal one,
	 * or {@code null} if it has not waited
	 */
	private Mono<CacheTransaction> begin(ReactiveRequestSender next, @Nullable CacheStatus waited) {
		CacheRequest request = next.request();
		return holding(() -> {
			if (next.hasHiddenInput() && !Invalidation.isUnsafe(request.method())) {
				return this.cache.bypass(request);
			}
			return (waited != null) ? this.cache.beginAgain(request, true, waited) : this.cache.begin(request);
		}).doOnDiscard(CacheTransaction.class,
				(transaction) -> transaction.cached().ifPresent((cached) -> close(cached.body())));
	}

	private static Optional<Mono<ClientHttpResponse>> cached(CacheTransaction transaction) {
		return transaction.cached().map((cached) -> Mono.just(new CachedHttpResponse(cached)));
	}

	/**
	 * Forward one of several equal requests. The others wait for its stored response.
	 * @param ended the number of flights that had ended before the lookup
	 */
	private Mono<ClientHttpResponse> coalesced(CacheTransaction transaction, ReactiveRequestSender next, long ended) {
		RequestCoalescer.Participation participation = this.coalescer.join(next.request(), false);
		RequestCoalescer.Flight flight = participation.flight();
		if (!participation.isOwn()) {
			return await(flight).then(beginAgain(next, transaction.status(), NOTHING));
		}
		Runnable end = () -> this.coalescer.end(flight);
		Mono<ClientHttpResponse> own = (this.coalescer.ended() == ended) ? forward(transaction, next, end)
				: beginAgain(next, null, end);
		return own.doOnError((ex) -> end.run()).doOnCancel(end);
	}

	private Mono<Void> await(RequestCoalescer.Flight flight) {
		return Mono.fromFuture(flight.end(), true)
			.timeout(RequestCoalescer.MAX_WAIT, Mono.fromRunnable(() -> this.coalescer.end(flight)));
	}

	private Mono<ClientHttpResponse> beginAgain(ReactiveRequestSender next, @Nullable CacheStatus waited,
			Runnable end) {
		return begin(next, waited)
			.flatMap((again) -> cached(again).map((cached) -> cached.doOnNext((done) -> end.run()))
				.orElseGet(() -> forward(again, next, end)));
	}

	/**
	 * Validate a stale response that has been served, once at a time.
	 */
	private void revalidate(CacheTransaction transaction, ReactiveRequestSender next, long ended) {
		RequestCoalescer.Participation participation = this.coalescer.join(next.request(), true);
		if (!participation.isOwn()) {
			return;
		}
		if (this.coalescer.ended() != ended) {
			// It may be fresh by now. If not, the next request validates it.
			this.coalescer.cancel(participation.flight());
			return;
		}
		forward(transaction, next, NOTHING).flatMap(ReactiveRequestSender::discard)
			.doFinally((signal) -> this.coalescer.end(participation.flight()))
			.subscribe((done) -> {
			}, (ex) -> logger.debug("Could not validate the stored response of {}", next.request(), ex));
	}

	/**
	 * Forward the request.
	 * @param end is run as soon as nothing more will be stored
	 */
	private Mono<ClientHttpResponse> forward(CacheTransaction transaction, ReactiveRequestSender next, Runnable end) {
		return next.send(transaction.forwarded())
			.doOnError((ex) -> transaction.fail())
			.doOnCancel(transaction::fail)
			.map((received) -> received(transaction, received.response(), received.sent(), next, end))
			.onErrorResume(ReactiveRequestSender::isDisconnection, (ex) -> Mono.just(stale(transaction, ex, end)))
			.flatMap(Function.identity());
	}

	private Mono<ClientHttpResponse> stale(CacheTransaction transaction, Throwable ex, Runnable end) {
		return held(transaction::staleAfterFailure).<ClientHttpResponse>map(CachedHttpResponse::new)
			.doOnNext((done) -> end.run())
			.switchIfEmpty(Mono.error(ex));
	}

	private Mono<ClientHttpResponse> received(CacheTransaction transaction, ClientHttpResponse response,
			SentRequest sent, ReactiveRequestSender next, Runnable end) {
		CacheResponse head = head(response, next);
		int status = head.status();
		sent.reasonNotToStore(head.headers()).ifPresent((reason) -> doNotStore(transaction, reason, sent));
		if (status < FIRST_SERVER_ERROR) {
			return processed(transaction, response, head, next, end);
		}
		return held(() -> transaction.staleAfter(status))
			.flatMap((found) -> ReactiveRequestSender.discard(response)
				.then(Mono.<ClientHttpResponse>fromSupplier(() -> new CachedHttpResponse(found)))
				.doOnNext((done) -> end.run()))
			.switchIfEmpty(Mono.defer(() -> processed(transaction, response, head, next, end)));
	}

	private Mono<ClientHttpResponse> processed(CacheTransaction transaction, ClientHttpResponse response,
			CacheResponse head, ReactiveRequestSender next, Runnable end) {
		int status = head.status();
		if (transaction.combines(status, head.headers())) {
			return combine(transaction, response, head, next, end);
		}
		if (!transaction.stores(status, head.headers())) {
			return complete(transaction, response, head, next, end);
		}
		this.coalescer.received(transaction, true);
		Mono<ClientHttpResponse> copying = Mono
			.fromSupplier(() -> withBody(withStatus(transaction, response, head, true),
					copying(transaction, head, response.getBody(), end)));
		return Invalidation.isUnsafe(next.request().method()) ? receive(transaction, head).then(copying) : copying;
	}

	private void doNotStore(CacheTransaction transaction, String reason, SentRequest sent) {
		transaction.doNotStore(reason);
		if (sent.isUnknown() && this.unknownRequestLogged.compareAndSet(false, true)) {
			logger.warn("Responses are not cached, since a connector behind the cache replaces the request, "
					+ "and credentials that it adds are unknown. Put it before the cache. (Logged once.)");
		}
	}

	private static CacheResponse head(ClientHttpResponse response, ReactiveRequestSender next) {
		return new CacheResponse(next.request().uri(), response.getStatusCode().value(), response.getHeaders(),
				ResponseContent.EMPTY);
	}

	private static ClientHttpResponse withStatus(CacheTransaction transaction, ClientHttpResponse response,
			CacheResponse head, boolean stored) {
		if (transaction.status().name() == null) {
			return response;
		}
		HttpHeaders headers = HttpHeaders.copyOf(head.headers());
		transaction.status().addForwarded(headers, head.status(), stored);
		return new ClientHttpResponseDecorator(response) {

			@Override
			public HttpHeaders getHeaders() {
				return headers;
			}

		};
	}

	private static ClientHttpResponse withBody(ClientHttpResponse response, Flux<DataBuffer> body) {
		return new ClientHttpResponseDecorator(response) {

			@Override
			public Flux<DataBuffer> getBody() {
				return body;
			}

		};
	}

	/**
	 * Let an unsafe request invalidate before the caller has the response, since the
	 * content may not be read to its end.
	 */
	private static Mono<Void> receive(CacheTransaction transaction, CacheResponse head) {
		return Mono.<Void>fromRunnable(() -> transaction.receive(head)).subscribeOn(Schedulers.boundedElastic());
	}

	private Mono<ClientHttpResponse> combine(CacheTransaction transaction, ClientHttpResponse response,
			CacheResponse head, ReactiveRequestSender next, Runnable end) {
		return DataBufferUtils.join(response.getBody(), (int) StoredPart.MAX_COMBINED_LENGTH).map((buffer) -> {
			byte[] content = new byte[buffer.readableByteCount()];
			buffer.read(content);
			DataBufferUtils.release(buffer);
			return content;
		})
			.onErrorReturn(DataBufferLimitException.class, new byte[0])
			.defaultIfEmpty(new byte[0])
			.flatMap((content) -> blocking(
					() -> transaction.combine(new CacheResponse(head.uri(), head.status(), head.headers(), content))))
			.flatMap((whole) -> whole.isPresent()
					? Mono.<ClientHttpResponse>just(new CachedHttpResponse(whole.get())).doOnNext((done) -> end.run())
					: blocking(() -> transaction.repeat(head.status(), head.headers()))
						.flatMap((repeat) -> forward(repeat.orElseThrow(), next, end)));
	}

	private Mono<ClientHttpResponse> complete(CacheTransaction transaction, ClientHttpResponse response,
			CacheResponse head, ReactiveRequestSender next, Runnable end) {
		return blocking(() -> {
			transaction.receive(head);
			return transaction.repeat(head.status(), head.headers());
		}).flatMap((repeat) -> repeat.isPresent()
				? ReactiveRequestSender.discard(response).then(Mono.defer(() -> forward(repeat.get(), next, end)))
				: completed(transaction, response, head).doOnNext((completed) -> end.run()));
	}

	private Mono<ClientHttpResponse> completed(CacheTransaction transaction, ClientHttpResponse response,
			CacheResponse head) {
		return blocking(() -> {
			Optional<CachedResponse> confirmed = transaction.complete(head);
			this.coalescer.received(transaction, confirmed.isPresent());
			return confirmed;
		}).flatMap((stored) -> stored
			.map((cached) -> ReactiveRequestSender.discard(response)
				.then(Mono.<ClientHttpResponse>just(new CachedHttpResponse(cached))))
			.orElseGet(() -> Mono.fromSupplier(() -> withStatus(transaction, response, head, false))));
	}

	/**
	 * Copy the bytes of the buffers, which are passed on unchanged and with the caller's
	 * demand. Nothing is stored unless the body completes.
	 */
	private Flux<DataBuffer> copying(CacheTransaction transaction, CacheResponse head, Flux<DataBuffer> body,
			Runnable end) {
		BodyCopy copy = new BodyCopy(transaction, head, this.maxBodySize);
		// The buffer that is passed on when its bytes have been written.
		AtomicReference<@Nullable DataBuffer> waiting = new AtomicReference<>();
		AtomicBoolean cancelled = new AtomicBoolean();
		return body.doOnError((ex) -> {
			copy.abandon();
			end.run();
		})
			.onErrorMap((ex) -> copy.failure(transaction.forwarded(), ex))
			// Without prefetch: concatMap drops a prefetched buffer that arrives after
			// the cancellation, and nothing would release it.
			.concatMap((buffer) -> copy(buffer, copy, waiting, cancelled), 0)
			.concatWith(copy.complete().doOnTerminate(end).then(Mono.empty()))
			.doOnCancel(() -> {
				cancelled.set(true);
				copy.abandon();
				DataBufferUtils.release(waiting.getAndSet(null));
				end.run();
			})
			.doOnDiscard(DataBuffer.class, DataBufferUtils::release);
	}

	private static Mono<DataBuffer> copy(DataBuffer buffer, BodyCopy copy,
			AtomicReference<@Nullable DataBuffer> waiting, AtomicBoolean cancelled) {
		if (copy.hasRoom(buffer.readableByteCount())) {
			try (DataBuffer.ByteBufferIterator contents = buffer.readableByteBuffers()) {
				contents.forEachRemaining(copy::append);
			}
			// Hidden, since concatMap emits the value of a plain Mono.just(...) itself.
			// If the subscriber cancels meanwhile, as take(n) does, it also discards that
			// value, so that a buffer the subscriber owns would be released twice.
			return Mono.just(buffer).hide();
		}
		ByteBuffer content = ByteBuffer.allocate(buffer.readableByteCount());
		buffer.toByteBuffer(content);
		waiting.set(buffer);
		if (cancelled.get()) {
			// The cancellation may not have seen the buffer.
			DataBufferUtils.release(waiting.getAndSet(null));
			return Mono.empty();
		}
		return copy.flush(content).then(Mono.fromSupplier(() -> waiting.getAndSet(null)));
	}

	private static Mono<CachedResponse> held(Callable<Optional<CachedResponse>> work) {
		return holding(() -> work.call().orElse(null)).doOnDiscard(CachedResponse.class,
				(cached) -> close(cached.body()));
	}

	/**
	 * Unlike {@link #blocking}, discard what the work returns after it was cancelled, so
	 * that the content it holds can be closed.
	 */
	private static <T> Mono<T> holding(Callable<@Nullable T> work) {
		return Mono.<T>create((sink) -> {
			try {
				sink.success(work.call());
			}
			catch (Exception ex) {
				sink.error(ex);
			}
		}).subscribeOn(Schedulers.boundedElastic());
	}

	private static <T> Mono<T> blocking(Callable<T> work) {
		return Mono.fromCallable(work).subscribeOn(Schedulers.boundedElastic());
	}

	/**
	 * A response of the cache.
	 */
	private static final class CachedHttpResponse extends AbstractClientHttpResponse {

		CachedHttpResponse(CachedResponse cached) {
			super(HttpStatusCode.valueOf(cached.status()), cached.headers(), ResponseCookies.of(cached.headers()),
					content(cached.body()));
		}

	}

}
