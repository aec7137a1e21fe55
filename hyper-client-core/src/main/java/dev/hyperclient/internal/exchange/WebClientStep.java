package dev.hyperclient.internal.exchange;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.call.CallObserver;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.InterimResponseException;
import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.Setting;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.exchange.CallState.UnansweredException;
import dev.hyperclient.internal.http.HeaderFields;
import dev.hyperclient.internal.transport.ObservedExchange;
import dev.hyperclient.internal.transport.Repetition;
import dev.hyperclient.netty.UnexpectedInterimResponseException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.NonBlocking;
import reactor.util.context.Context;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/**
 * Sends requests with {@link WebClient}, which is created for the first request.
 *
 * @param webClient creates the client
 * @param maxResponseSize the maximum length of collected content, in bytes
 * @param observer has the context of the current call
 * @param names the names of settings in messages
 */
record WebClientStep(Supplier<WebClient> webClient, int maxResponseSize, CallObserver observer,
		SettingNames names) implements Step {

	private static final int FIRST_FINAL = 200;

	private static final int FIRST_ERROR = 400;

	/** The maximum length of error content that is read. */
	private static final int MAX_ERROR_BODY = 64 * 1024;

	/**
	 * The request attribute of WebClient for the URI template, for the {@code uri} of its
	 * own observation.
	 */
	private static final String URI_TEMPLATE = WebClient.class.getName() + ".uriTemplate";

	/** Reactor's key of the handler of errors without a subscriber. */
	private static final String ON_ERROR_DROPPED = "reactor.onErrorDropped.local";

	/** The JDK's client ends a call that was cancelled with an error. */
	private static final Consumer<Throwable> REPORT_UNLESS_CANCELLED = (ex) -> {
		Throwable reason = (ex instanceof CompletionException) ? ex.getCause() : ex;
		if (!(reason instanceof CancellationException)) {
			Operators.onErrorDropped(ex, Context.empty());
		}
	};

	WebClientStep {
		Supplier<WebClient> created = webClient;
		webClient = SingletonSupplier.of(() -> ObservedExchange.protect(created.get()));
	}

	@Override
	public ServiceResponse exchange(ServiceRequest request, CallState call) {
		byte @Nullable [] body = request.body();
		return exchange(request, call, (spec) -> (body != null) ? spec.bodyValue(body) : spec);
	}

	/** Send a request with content. */
	ServiceResponse exchange(ServiceRequest request, CallState call,
			Function<WebClient.RequestBodySpec, WebClient.RequestHeadersSpec<?>> content) {
		return send(request, call, content, (response) -> response.flatMap((received) -> read(request, received)));
	}

	/**
	 * Send a request and return its response as soon as its header fields are received;
	 * the content of an error is collected.
	 */
	ServiceResponse open(ServiceRequest request, CallState call, @Nullable Duration readTimeout) {
		ResponseEntity<Flux<DataBuffer>> response = send(request, call, (spec) -> spec, (received) -> received);
		if (!response.getStatusCode().is2xxSuccessful()) {
			return await(request, read(request, response), null, call);
		}
		Flux<DataBuffer> content = content(response);
		OptionalLong length = ResponseContent.contentLength(response.getHeaders());
		return ServiceResponse.to(request, response.getStatusCode().value(), response.getHeaders(),
				ResponseContent.of(WebClientInputStream.of(request, length, content, readTimeout), length));
	}

	/**
	 * Send a request, and read its response of any status. On a new connection, no
	 * request is sent on one that has been used, as far as the HTTP client shows that: it
	 * closes such a connection.
	 * @throws UnansweredException if it may be sent once more
	 */
	<T> T send(ServiceRequest request, CallState call,
			Function<WebClient.RequestBodySpec, WebClient.RequestHeadersSpec<?>> content,
			Function<Mono<ResponseEntity<Flux<DataBuffer>>>, Mono<T>> reader) {
		ObservedExchange attempt = new ObservedExchange(call.needsNewConnection);
		WebClient.RequestHeadersSpec<?> spec = content.apply(spec(request, attempt));
		return await(request, reader.apply(attempt.guard(received(spec))), attempt, call);
	}

	/**
	 * Return the response of any status, whose content must be read. Takes fewer
	 * operators than {@code exchangeToMono}, which releases the content once more.
	 */
	private static Mono<ResponseEntity<Flux<DataBuffer>>> received(WebClient.RequestHeadersSpec<?> spec) {
		return spec.retrieve()
			// No handler of the application applies, which might fail redirects. Without
			// the test, each response would pass more operators.
			.onStatus((status) -> !status.is2xxSuccessful(), (response) -> Mono.empty())
			.toEntityFlux(BodyExtractors.toDataBuffers());
	}

	private <T> T await(ServiceRequest request, Mono<T> pending, @Nullable ObservedExchange attempt, CallState call) {
		Map<String, ?> context = this.observer.context();
		Mono<T> response = pending
			.contextWrite((outer) -> outer.putAllMap(context).put(ON_ERROR_DROPPED, REPORT_UNLESS_CANCELLED));
		try {
			T result = request.deadline().bounded() ? response.block(timeLeft(request)) : response.block();
			if (result == null) {
				throw new TransportException(request.uri(), "%s was not answered".formatted(request), null);
			}
			return result;
		}
		catch (WebClientRequestException ex) {
			throw unanswered(request, ex, attempt, call);
		}
		catch (HyperClientException ex) {
			throw ex;
		}
		catch (UnexpectedInterimResponseException ex) {
			throw new InterimResponseException(request.uri(), ex);
		}
		catch (RuntimeException ex) {
			throw translate(request, ex);
		}
	}

	private WebClient.RequestBodySpec spec(ServiceRequest request, ObservedExchange attempt) {
		return this.webClient.get()
			.method(request.method())
			.uri(request.uri())
			.attribute(URI_TEMPLATE, request.call().uriTemplate())
			.httpRequest(attempt::observe)
			.headers((headers) -> headers.putAll(request.headers()));
	}

	/** Collect the content of a response, of an error up to a maximum length. */
	private Mono<ServiceResponse> read(ServiceRequest request, ResponseEntity<Flux<DataBuffer>> response) {
		int status = response.getStatusCode().value();
		Flux<DataBuffer> whole = content(response);
		if (status < FIRST_FINAL) {
			whole.subscribe(DataBufferUtils.releaseConsumer(), (ex) -> {
			}).dispose();
			return Mono.error(new UnexpectedInterimResponseException(request.toString(), status));
		}
		Flux<DataBuffer> content = isError(status) ? ObservedExchange.beginning(whole, MAX_ERROR_BODY) : whole;
		// The connector's own fields are slow to read.
		HttpHeaders fields = HeaderFields.copyOf(response.getHeaders());
		return content
			.collect(() -> new CollectedContent(ResponseContent.contentLength(fields), this.maxResponseSize),
					CollectedContent::add)
			// Parts that arrive while the call is cancelled, and one that is too long.
			.doOnDiscard(DataBuffer.class, DataBufferUtils::release)
			.map((collected) -> ServiceResponse.to(request, status, fields, collected.whole()))
			.onErrorMap((ex) -> (ex instanceof DataBufferLimitException) ? tooLarge(request)
					: unreachable(request, "an incomplete response", unwrapped(ex), unwrapped(ex)));
	}

	/**
	 * Reject an event-loop thread, also for a cache hit, since files are read by the
	 * calling thread.
	 */
	static void refuseOnEventLoop(Object request) {
		if (Thread.currentThread() instanceof NonBlocking) {
			throw new IllegalStateException(
					"%s was requested on the event-loop thread '%s', which must not wait. Move the call to a thread that may, for instance with Mono.fromCallable(...).subscribeOn(Schedulers.boundedElastic())"
						.formatted(request, Thread.currentThread().getName()));
		}
	}

	/** Whether a status code is an error, also an unknown one from 600. */
	static boolean isError(int status) {
		return status >= FIRST_ERROR;
	}

	private static Flux<DataBuffer> content(ResponseEntity<Flux<DataBuffer>> response) {
		@Nullable Flux<DataBuffer> body = response.getBody();
		return (body != null) ? body : Flux.empty();
	}

	/** Return the failure of a connection without the response that was being read. */
	private static Throwable unwrapped(Throwable ex) {
		@Nullable Throwable cause = ex.getCause();
		return (ex instanceof WebClientResponseException && cause != null) ? cause : ex;
	}

	private Duration timeLeft(ServiceRequest request) {
		Duration left = request.deadline().remaining();
		if (left.isZero() || left.isNegative()) {
			throw timedOut(request, null);
		}
		return left;
	}

	private ResponseTooLargeException tooLarge(ServiceRequest request) {
		return new ResponseTooLargeException(request.uri(),
				"%s was answered with more than %d bytes".formatted(request, this.maxResponseSize),
				"%s allows no more; raise it if such a response is expected"
					.formatted(this.names.of(Setting.MAX_RESPONSE_SIZE)),
				null);
	}

	private RuntimeException translate(ServiceRequest request, RuntimeException ex) {
		Throwable cause = (ex.getCause() != null) ? ex.getCause() : ex;
		if (cause instanceof TimeoutException && request.deadline().bounded()) {
			return timedOut(request, ex);
		}
		if (cause instanceof InterruptedException || Thread.currentThread().isInterrupted()) {
			return new TransportException(request.uri(),
					"%s: the thread was interrupted while it waited for the response".formatted(request), ex);
		}
		// A filter of the application has failed. Connections fail in another way.
		return (cause instanceof IOException) ? unreachable(request, "no response", cause, cause) : ex;
	}

	private CallTimeoutException timedOut(ServiceRequest request, @Nullable Throwable cause) {
		return new CallTimeoutException(request.uri(), "%s was not answered in full within the time that %s allows"
			.formatted(request, this.names.of(Setting.CALL_TIMEOUT)), cause);
	}

	private TransportException unanswered(ServiceRequest request, WebClientRequestException ex,
			@Nullable ObservedExchange attempt, CallState call) {
		TransportException failure = unreachable(request, "no response", ex, ex.getMostSpecificCause());
		call.memory().unsent = TransportFailure.of(ex, this.names).unsent();
		@Nullable Repetition repetition = (attempt != null)
				? attempt.repetition(request.method(), request.headers(), ex).orElse(null) : null;
		if (repetition == null) {
			return failure;
		}
		if (!repetition.wasSent()) {
			call.memory().unsent = TransportFailure.Unsent.REFUSED;
		}
		return new UnansweredException(failure, repetition);
	}

	private TransportException unreachable(ServiceRequest request, String received, Throwable thrown, Throwable cause) {
		TransportFailure failure = TransportFailure.of(thrown, this.names);
		return new TransportException(request.uri(),
				"%s received %s: %s".formatted(request, received, failure.reason()), failure.advice(), cause);
	}

}
