package dev.hyperclient.internal.transaction;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.internal.policy.CachedResponse;
import dev.hyperclient.internal.policy.StaleReason;
import dev.hyperclient.internal.policy.StorageLimits;
import dev.hyperclient.internal.transaction.RequestCoalescer.Flight;
import dev.hyperclient.internal.transaction.ResponseAction.ContentStorage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpResponseDecorator;

/**
 * The cache in front of the connector of a {@code WebClient}. Bodies are streamed, and a
 * copy is stored when they are complete. Equal concurrent requests are coalesced, and a
 * stale response may be validated after it has been served. Thread-safe.
 *
 * @param cache the cache
 * @param coalescer coalesces equal requests
 * @param limits what content is stored
 */
public record ReactiveCacheDriver(CacheContext cache, RequestCoalescer coalescer, StorageLimits limits) {

	private static final Logger logger = LoggerFactory.getLogger(ReactiveCacheDriver.class);

	/**
	 * Answer a request from the cache or forward it.
	 */
	public Mono<ClientHttpResponse> exchange(Sender next) {
		return Mono.defer(() -> {
			long completed = this.coalescer.completedFlights();
			return lookup(next, null).flatMap(
					(found) -> (found instanceof CacheTransaction transaction && this.coalescer.isUseful(transaction))
							? coalesced(transaction, next, completed) : answer(found, next, Flight.NONE));
		});
	}

	/**
	 * Let a request that was sent without the cache invalidate.
	 */
	public Mono<ClientHttpResponse> receiveUncached(Sender next, ClientHttpResponse response) {
		return Mono.fromCallable(() -> {
			CacheTransactions.receiveUncached(this.cache, next.request(), head(response, next));
			return response;
		}).subscribeOn(Schedulers.boundedElastic());
	}

	/**
	 * Look the request up, and validate a stale response that is served.
	 * @param waited how the request was to be handled before it waited for an equal one,
	 * or {@code null} if it has not waited
	 */
	private Mono<CacheLookup> lookup(Sender next, @Nullable CacheStatus waited) {
		return Mono.defer(() -> {
			long completed = this.coalescer.completedFlights();
			return ReactiveCacheDriver
				.<CacheLookup>blocking(
						() -> CacheTransactions.lookup(this.cache, next.request(), next.hasHiddenInput(), true, waited))
				.doOnNext((found) -> {
					if (found instanceof CacheLookup.Hit hit && hit.background() != null) {
						revalidate(hit.background(), next, completed);
					}
				});
		});
	}

	private Mono<ClientHttpResponse> answer(CacheLookup found, Sender next, Flight flight) {
		return (found instanceof CacheLookup.Hit hit) ? served(hit.response(), flight)
				: forward((CacheTransaction) found, next, flight);
	}

	private Mono<ClientHttpResponse> served(CachedResponse cached, Flight flight) {
		return Mono.<ClientHttpResponse>fromSupplier(() -> new CachedHttpResponse(cached))
			.doOnNext((served) -> this.coalescer.end(flight));
	}

	/**
	 * Forward one of several equal requests. The others wait for its stored response.
	 * @param completed the number of flights that had ended before the lookup
	 */
	private Mono<ClientHttpResponse> coalesced(CacheTransaction transaction, Sender next, long completed) {
		RequestCoalescer.Participation participation = this.coalescer.join(transaction.context());
		Flight flight = participation.flight();
		if (!participation.isOwn()) {
			return Mono.fromFuture(this.coalescer.ended(flight))
				.then(lookup(next, transaction.status()))
				.flatMap((found) -> answer(found, next, Flight.NONE));
		}
		// The response may have been stored since the lookup.
		Mono<CacheLookup> found = this.coalescer.isCompletedSince(flight, completed) ? lookup(next, null)
				: Mono.just(transaction);
		return found.flatMap((again) -> answer(again, next, flight))
			.doOnError((ex) -> this.coalescer.end(flight))
			.doOnCancel(() -> this.coalescer.end(flight));
	}

	/**
	 * Validate a stale response that has been served.
	 */
	private void revalidate(CacheTransaction transaction, Sender next, long completed) {
		this.coalescer.validate(transaction.context(), completed)
			.ifPresent((flight) -> forward(transaction, next, Flight.NONE).flatMap(ReactiveCacheDriver::discard)
				.doFinally((signal) -> this.coalescer.end(flight))
				.subscribe((done) -> {
				}, (ex) -> logger.debug("Could not validate the stored response of {}", next.request(), ex)));
	}

	/**
	 * Forward the request.
	 * @param flight ends as soon as nothing more will be stored
	 */
	private Mono<ClientHttpResponse> forward(CacheTransaction transaction, Sender next, Flight flight) {
		return next.send(transaction.requestToSend())
			.map((received) -> received(transaction, received, next, flight))
			.onErrorResume(next::isDisconnection,
					(ex) -> Mono
						.just(blocking(() -> afterDisconnection(transaction)).flatMap((stale) -> served(stale, flight))
							.switchIfEmpty(Mono.error(ex))))
			.flatMap(Function.identity());
	}

	private static @Nullable CachedResponse afterDisconnection(CacheTransaction transaction) {
		transaction.context().notifyAnswer(0);
		return transaction.stale(StaleReason.DISCONNECTED).orElse(null);
	}

	private Mono<ClientHttpResponse> received(CacheTransaction transaction, Sender.Received received, Sender next,
			Flight flight) {
		CacheResponse head = head(received.response(), next);
		transaction.context().notifyAnswer(head.status());
		@Nullable String reason = received.reasonNotToStore().orElse(null);
		Optional<ResponseAction> known = (reason == null) ? transaction.decideAtOnce(head) : Optional.empty();
		Mono<ResponseAction> action = known.map(Mono::just)
			.orElseGet(() -> blocking(() -> transaction.decide(head, reason)));
		// Discarded content may be broken.
		Mono<Void> discarding = Mono.defer(() -> discard(received.response())).onErrorComplete();
		return action
			.flatMap((decided) -> act(decided, transaction, received.response(), head, next, discarding, flight));
	}

	/**
	 * Do what has been decided.
	 * @param discarding discards the content of the response
	 */
	private Mono<ClientHttpResponse> act(ResponseAction action, CacheTransaction transaction,
			ClientHttpResponse response, CacheResponse head, Sender next, Mono<Void> discarding, Flight flight) {
		if (action instanceof ResponseAction.Combine combine) {
			return collected(response).flatMap((content) -> blocking(() -> combine.combination().apply(content)))
				.flatMap((combined) -> act(combined, transaction, response, head, next, Mono.empty(), flight));
		}
		if (action instanceof ResponseAction.Repeat repeat) {
			return discarding.then(Mono.defer(() -> forward(repeat.next(), next, flight)));
		}
		if (action instanceof ResponseAction.Store store) {
			StorageLimits limited = transaction.context().limit(this.limits);
			Optional<String> refusal = limited.refusal(head);
			if (refusal.isPresent()) {
				return blocking(() -> {
					store.content().reject(refusal.get());
					return new ResponseAction.PassThrough();
				}).flatMap((rejected) -> act(rejected, transaction, response, head, next, discarding, flight));
			}
			ContentStorage storage = this.coalescer.storing(store.content(), transaction, flight);
			return Mono.just(passOn(response, head, transaction, new BodyCopy(storage, head, limited)
				.copying(response.getBody(), transaction.requestToSend(), () -> this.coalescer.end(flight))));
		}
		if (action instanceof ResponseAction.Serve serve) {
			if (!serve.isStale()) {
				this.coalescer.received(transaction, flight, true);
			}
			return discarding.then(served(serve.response(), flight));
		}
		this.coalescer.received(transaction, flight, false);
		this.coalescer.end(flight);
		return Mono.just(passOn(response, head, transaction, null));
	}

	/**
	 * Return a response of the server with the status of the cache.
	 * @param stored its content while it is stored, or {@code null} if it is not
	 */
	private static ClientHttpResponse passOn(ClientHttpResponse response, CacheResponse head,
			CacheTransaction transaction, @Nullable Flux<DataBuffer> stored) {
		HttpHeaders headers = transaction.withCacheStatus(head, stored != null);
		if (stored == null && headers == head.headers()) {
			return response;
		}
		return new ClientHttpResponseDecorator(response) {

			@Override
			public HttpHeaders getHeaders() {
				return headers;
			}

			@Override
			public Flux<DataBuffer> getBody() {
				return (stored != null) ? stored : super.getBody();
			}

		};
	}

	/**
	 * Read the body of a response of the server and discard it.
	 */
	public static Mono<Void> discard(ClientHttpResponse response) {
		return response.getBody().doOnNext(DataBufferUtils::release).then();
	}

	private static CacheResponse head(ClientHttpResponse response, Sender next) {
		return CacheResponse.of(next.request().uri(), response.getStatusCode().value(), response.getHeaders(),
				ResponseContent.EMPTY);
	}

	/**
	 * Return the content in memory, empty if it is too long or cannot be read.
	 */
	private static Mono<byte[]> collected(ClientHttpResponse response) {
		return DataBufferUtils.join(response.getBody(), (int) PartialResponse.MAX_COMBINED_LENGTH).map((buffer) -> {
			byte[] content = new byte[buffer.readableByteCount()];
			buffer.read(content);
			DataBufferUtils.release(buffer);
			return content;
		}).onErrorReturn(new byte[0]).defaultIfEmpty(new byte[0]);
	}

	/**
	 * Do work that may block. What it returns after it was cancelled is discarded, so
	 * that the content it holds can be closed.
	 */
	private static <T> Mono<T> blocking(Callable<? extends @Nullable T> work) {
		return Mono.<T>create((sink) -> {
			try {
				sink.success(work.call());
			}
			catch (Throwable ex) {
				// Also an error: Reactor would rethrow it on a thread that no caller
				// waits for.
				sink.error(ex);
			}
		}).subscribeOn(Schedulers.boundedElastic()).doOnDiscard(Object.class, ReactiveCacheDriver::closeContent);
	}

	private static void closeContent(Object result) {
		if (result instanceof CacheLookup.Hit hit) {
			CachedHttpResponse.close(hit.response().body());
		}
		else if (result instanceof ResponseAction.Serve serve) {
			CachedHttpResponse.close(serve.response().body());
		}
		else if (result instanceof CachedResponse cached) {
			CachedHttpResponse.close(cached.body());
		}
	}

	/**
	 * Sends one request of a reactive client, and compares what was sent with the request
	 * that the cache has seen.
	 */
	public interface Sender {

		/**
		 * Return the request as the cache sees it.
		 */
		CacheRequest request();

		/**
		 * Return whether the response may depend on what is not part of the cache key.
		 */
		boolean hasHiddenInput();

		/**
		 * Send the request.
		 * @param forwarded the method and the header fields to send
		 * @return the final response
		 */
		Mono<Received> send(CacheRequest forwarded);

		/**
		 * Return whether an error means that there is no response.
		 */
		boolean isDisconnection(Throwable ex);

		/**
		 * A response of the server.
		 *
		 * @param response the response
		 * @param reasonNotToStore why it must not be stored although its request and its
		 * header fields permit it, or empty if it may be stored
		 */
		record Received(ClientHttpResponse response, Optional<String> reasonNotToStore) {
		}

	}

}
