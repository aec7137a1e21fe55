package dev.hyperclient.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import dev.hyperclient.error.InterimResponseException;
import dev.hyperclient.http.Deadline;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.netty.InterimResponses;
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
 * The cache for any {@code WebClient}, by all of RFC 9111 and with the
 * {@link CacheSettings} of the cache. A fresh stored response answers without a request;
 * other bodies stream through, and a copy is stored once they have arrived whole. Large
 * bodies are in memory neither on their way into the store nor on their way out.
 * <p>
 * Put it around what follows redirects or retries only if these are themselves filters:
 * it stores what it gets. Filters that set {@code Authorization} should come before this
 * one, or {@link #withIdentity} should tell who asks; otherwise the responses of
 * different users are not kept apart.
 * <p>
 * Of several callers who ask the same at once, one asks the server. A stale response may
 * answer while it is validated on another thread (RFC 5861, 3), or in place of an error,
 * if it allows that.
 * <p>
 * Immutable and thread-safe. Files are read and written on the bounded elastic scheduler,
 * never on an event loop; a body is complete for the caller when it is stored.
 */
public final class CacheExchangeFilterFunction implements ExchangeFilterFunction {

	private static final DataSize DEFAULT_MAX_BODY_SIZE = DataSize.ofMegabytes(10);

	private static final int FIRST_FINAL = 200;

	private static final byte[] NO_BODY = new byte[0];

	private static final Logger logger = LoggerFactory.getLogger(CacheExchangeFilterFunction.class);

	private static final Runnable NOTHING = () -> {
	};

	private final HttpCache cache;

	private final Flights flights;

	private final Function<ClientRequest, String> identity;

	private final DataSize maxBodySize;

	private final ExchangeStrategies strategies;

	/**
	 * Puts a cache into the chain of a {@code WebClient}.
	 * @param cache the cache; whoever made it closes it
	 */
	public CacheExchangeFilterFunction(HttpCache cache) {
		// Without a limit: the caller got the same body from the server before.
		this(cache, (request) -> AuthorizationIdentity.of(request.headers()), DEFAULT_MAX_BODY_SIZE,
				ExchangeStrategies.builder().codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(-1)).build(),
				new Flights());
	}

	private CacheExchangeFilterFunction(HttpCache cache, Function<ClientRequest, String> identity, DataSize maxBodySize,
			ExchangeStrategies strategies, Flights flights) {
		this.flights = flights;
		this.cache = Objects.requireNonNull(cache, "'cache' must not be null");
		this.identity = Objects.requireNonNull(identity, "'identity' must not be null");
		this.maxBodySize = Objects.requireNonNull(maxBodySize, "'maxBodySize' must not be null");
		this.strategies = Objects.requireNonNull(strategies, "'strategies' must not be null");
	}

	/**
	 * This filter with another way to tell who asks. By default a keyed hash of the
	 * {@code Authorization} field tells it, within this process; with OAuth nonces that
	 * field is new each time, so nothing would ever be reused.
	 * @param identity tells an opaque identity, empty for nobody in particular. It need
	 * not be secret; a hash of it is stored
	 * @return the derived filter
	 */
	public CacheExchangeFilterFunction withIdentity(Function<ClientRequest, String> identity) {
		return new CacheExchangeFilterFunction(this.cache, identity, this.maxBodySize, this.strategies, this.flights);
	}

	/**
	 * This filter with another limit for what is stored; 10 MB by default.
	 * @param size longer bodies pass unstored
	 * @return the derived filter
	 */
	public CacheExchangeFilterFunction withMaxBodySize(DataSize size) {
		return new CacheExchangeFilterFunction(this.cache, this.identity, size, this.strategies, this.flights);
	}

	/**
	 * This filter with other codecs for the stored responses that answer without a
	 * request: those of the {@code WebClient} if it has its own, since a filter cannot
	 * see them. By default Spring's, without a limit for what is held in memory.
	 * @param strategies the codecs
	 * @return the derived filter
	 */
	public CacheExchangeFilterFunction withStrategies(ExchangeStrategies strategies) {
		return new CacheExchangeFilterFunction(this.cache, this.identity, this.maxBodySize, strategies, this.flights);
	}

	@Override
	public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
		ServiceRequest asked = toServiceRequest(request);
		return Mono.defer(() -> {
			long ended = this.flights.ended();
			return blocking(() -> this.cache.lookupAlone(asked)).flatMap((lookup) -> {
				lookup.background().ifPresent((background) -> revalidate(asked, background, request, next, ended));
				return answer(lookup).orElseGet(() -> lookup.isShareable()
						? collapsed(asked, lookup, request, next, ended) : forward(lookup, request, next, NOTHING));
			});
		});
	}

	private Optional<Mono<ClientResponse>> answer(CacheLookup lookup) {
		return lookup.answer().map((answer) -> ClientAnswer.of(answer, this.strategies));
	}

	/**
	 * Of several callers who ask the same at once, one asks the server. The others see
	 * what it has stored.
	 * @param ended how many had ended before the lookup
	 */
	private Mono<ClientResponse> collapsed(ServiceRequest asked, CacheLookup lookup, ClientRequest request,
			ExchangeFunction next, long ended) {
		Flights.Boarding boarding = this.flights.board(asked, false);
		Flights.Flight flight = boarding.flight();
		if (!boarding.isLed()) {
			return this.flights.await(flight).then(lookedUpAgain(asked, request, next, NOTHING));
		}
		Runnable end = () -> this.flights.end(flight);
		Mono<ClientResponse> led = (this.flights.ended() == ended) ? forward(lookup, request, next, end)
				: lookedUpAgain(asked, request, next, end);
		return led.doOnError((ex) -> end.run()).doOnCancel(end);
	}

	private Mono<ClientResponse> lookedUpAgain(ServiceRequest asked, ClientRequest request, ExchangeFunction next,
			Runnable end) {
		return blocking(() -> this.cache.lookupAlone(asked))
			.flatMap((again) -> answer(again).map((answer) -> answer.doOnNext((done) -> end.run()))
				.orElseGet(() -> forward(again, request, next, end)));
	}

	/**
	 * Asks the server, once at a time, while the caller goes on with a stale answer.
	 */
	private void revalidate(ServiceRequest asked, CacheLookup lookup, ClientRequest request, ExchangeFunction next,
			long ended) {
		Flights.Boarding boarding = this.flights.board(asked, true);
		if (!boarding.isLed()) {
			return;
		}
		if (this.flights.ended() != ended) {
			// It may be fresh by now. If not, the next caller finds out.
			this.flights.cancel(boarding.flight());
			return;
		}
		forward(lookup, request, next, NOTHING)
			.flatMap((response) -> response.bodyToFlux(DataBuffer.class).doOnNext(DataBufferUtils::release).then())
			.doFinally((signal) -> this.flights.end(boarding.flight()))
			.subscribe((done) -> {
			}, (ex) -> logger.debug("Could not validate the stored response for {}", asked, ex));
	}

	/**
	 * Asks the server.
	 * @param end what to do as soon as nothing more will be stored
	 */
	private Mono<ClientResponse> forward(CacheLookup lookup, ClientRequest request, ExchangeFunction next,
			Runnable end) {
		ClientRequest forwarded = ClientRequest.from(request).method(lookup.forward().method()).headers((headers) -> {
			headers.clear();
			headers.addAll(lookup.forward().headers());
		}).httpRequest(InterimResponses::ignoreFor).build();
		return next.exchange(forwarded)
			.map((response) -> received(lookup, response, request, next, end))
			.onErrorResume(CacheExchangeFilterFunction::isDisconnection, (ex) -> Mono.just(rescued(lookup, ex, end)))
			.flatMap(Function.identity());
	}

	private Mono<ClientResponse> rescued(CacheLookup lookup, Throwable ex, Runnable end) {
		return lookup.staleAfterFailure()
			.map((stale) -> ClientAnswer.of(stale, this.strategies).doOnNext((done) -> end.run()))
			.orElseGet(() -> Mono.error(ex));
	}

	private Mono<ClientResponse> received(CacheLookup lookup, ClientResponse response, ClientRequest request,
			ExchangeFunction next, Runnable end) {
		int status = response.statusCode().value();
		if (status < FIRST_FINAL) {
			return response.releaseBody()
				.then(Mono.error(new InterimResponseException(request.url(), lookup.forward().toString(), status)))
				.doOnTerminate(end)
				.cast(ClientResponse.class);
		}
		Optional<CacheAnswer> stale = lookup.staleAfter(status);
		if (stale.isPresent()) {
			return response.releaseBody()
				.then(ClientAnswer.of(stale.get(), response.strategies()))
				.doOnNext((done) -> end.run());
		}
		if (!lookup.stores(status, response.headers().asHttpHeaders())) {
			return complete(lookup, response, request, next, end);
		}
		return Mono.just(response.mutate().body((body) -> copying(lookup, response, request, body, end)).build());
	}

	private static boolean isDisconnection(Throwable ex) {
		return ex instanceof WebClientRequestException || ex instanceof IOException || ex instanceof TimeoutException;
	}

	private Mono<ClientResponse> complete(CacheLookup lookup, ClientResponse response, ClientRequest request,
			ExchangeFunction next, Runnable end) {
		int status = response.statusCode().value();
		return blocking(() -> lookup.retry(status, response.headers().asHttpHeaders()))
			.flatMap((retry) -> retry.isPresent()
					? response.releaseBody().then(Mono.defer(() -> forward(retry.get(), request, next, end)))
					: completed(lookup, response, request).doOnNext((completed) -> end.run()));
	}

	private Mono<ClientResponse> completed(CacheLookup lookup, ClientResponse response, ClientRequest request) {
		return blocking(() -> lookup.complete(toServiceResponse(response, request, NO_BODY))).flatMap((completed) -> {
			if (completed.status() == response.statusCode().value()) {
				return Mono.just(response);
			}
			ClientResponse confirmed = ClientAnswer.builder(completed, response.strategies())
				.cookies((cookies) -> cookies.addAll(response.cookies()))
				.build();
			return response.releaseBody().thenReturn(confirmed);
		});
	}

	/**
	 * The buffers pass through unchanged and at the caller's pace; only their bytes are
	 * copied. Nothing is stored unless the body ends well.
	 */
	private Flux<DataBuffer> copying(CacheLookup lookup, ClientResponse response, ClientRequest request,
			Flux<DataBuffer> body, Runnable end) {
		BodyCopy copy = new BodyCopy(lookup, toServiceResponse(response, request, NO_BODY), this.maxBodySize.toBytes());
		// The one that waits until its bytes are written.
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
			return Mono.just(buffer);
		}
		ByteBuffer content = ByteBuffer.allocate(buffer.readableByteCount());
		buffer.toByteBuffer(content);
		waiting.set(buffer);
		return copy.flush(content).then(Mono.fromSupplier(() -> waiting.getAndSet(null)));
	}

	private ServiceRequest toServiceRequest(ClientRequest request) {
		return new ServiceRequest(request.method(), request.url(), request.headers(), null,
				this.identity.apply(request), Deadline.NONE);
	}

	private static ServiceResponse toServiceResponse(ClientResponse response, ClientRequest request, byte[] body) {
		return new ServiceResponse(request.url(), response.statusCode().value(), response.headers().asHttpHeaders(),
				body);
	}

	private static <T> Mono<T> blocking(Callable<T> work) {
		return Mono.fromCallable(work).subscribeOn(Schedulers.boundedElastic());
	}

}
