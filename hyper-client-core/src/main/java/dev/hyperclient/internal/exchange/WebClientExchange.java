package dev.hyperclient.internal.exchange;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import dev.hyperclient.cache.ResponseContent;
import dev.hyperclient.call.CallObserver;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.InterimResponseException;
import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.Setting;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.fields.HeaderFields;
import dev.hyperclient.netty.InterimResponses;
import dev.hyperclient.netty.UnexpectedInterimResponseException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/**
 * Sends requests with {@link WebClient}, which is created for the first request.
 * Thread-safe.
 */
final class WebClientExchange implements Exchange {

	private static final int FIRST_FINAL = 200;

	/** The maximum length of error content that is read. */
	private static final int MAX_ERROR_BODY = 64 * 1024;

	/**
	 * The request attribute of WebClient for the URI template, for the {@code uri} of its
	 * own observation.
	 */
	private static final String URI_TEMPLATE = WebClient.class.getName() + ".uriTemplate";

	private final Supplier<WebClient> webClient;

	private final int maxResponseSize;

	private final CallObserver observer;

	private final SettingNames names;

	WebClientExchange(Supplier<WebClient> webClient, int maxResponseSize, CallObserver observer, SettingNames names) {
		this.webClient = SingletonSupplier.of(webClient);
		this.maxResponseSize = maxResponseSize;
		this.observer = observer;
		this.names = names;
	}

	@Override
	public ServiceResponse exchange(ServiceRequest request) {
		WebClient.RequestBodySpec spec = spec(request);
		byte @Nullable [] body = request.body();
		return exchange(request, (body != null) ? spec.bodyValue(body) : spec);
	}

	/** Send a request whose content is set on the specification. */
	ServiceResponse exchange(ServiceRequest request, WebClient.RequestHeadersSpec<?> spec) {
		return await(request, spec.exchangeToMono((response) -> read(request, response.statusCode(),
				response.headers().asHttpHeaders(), response.bodyToFlux(DataBuffer.class))));
	}

	/**
	 * Wait for a response until the deadline, and translate failures.
	 */
	<T> T await(ServiceRequest request, Mono<T> pending) {
		Map<String, ?> context = this.observer.context();
		Mono<T> response = context.isEmpty() ? pending : pending.contextWrite((outer) -> outer.putAllMap(context));
		try {
			T result = (request.deadline().bounded()) ? response.block(timeLeft(request)) : response.block();
			if (result == null) {
				throw new TransportException(request.uri(), "%s was not answered".formatted(request), null);
			}
			return result;
		}
		catch (WebClientRequestException ex) {
			throw unreachable(request, ex.getMostSpecificCause());
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

	WebClient.RequestBodySpec spec(ServiceRequest request) {
		return this.webClient.get()
			.method(request.method())
			.uri(request.uri())
			.attribute(URI_TEMPLATE, request.call().uriTemplate())
			.httpRequest(InterimResponses::ignoreFor)
			.headers((headers) -> headers.putAll(request.headers()));
	}

	/** Collect the content of a response, of an error up to a maximum length. */
	Mono<ServiceResponse> read(ServiceRequest request, HttpStatusCode status, HttpHeaders headers,
			Flux<DataBuffer> whole) {
		if (status.value() < FIRST_FINAL) {
			whole.subscribe(DataBufferUtils.releaseConsumer(), (ex) -> {
			}).dispose();
			return Mono.error(new UnexpectedInterimResponseException(request.toString(), status.value()));
		}
		Flux<DataBuffer> content = (status.value() >= 400) ? DataBufferUtils.takeUntilByteCount(whole, MAX_ERROR_BODY)
				: whole;
		// The connector's own fields are slow to read.
		HttpHeaders fields = HeaderFields.copyOf(headers);
		return DataBufferUtils.join(content, this.maxResponseSize)
			.map((buffer) -> ServiceResponse.to(request, status.value(), fields, ResponseContent.of(bytes(buffer))))
			.onErrorMap((ex) -> (ex instanceof DataBufferLimitException) ? tooLarge(request) : unreachable(request, ex))
			.defaultIfEmpty(ServiceResponse.to(request, status.value(), fields, ResponseContent.EMPTY));
	}

	private static byte[] bytes(DataBuffer buffer) {
		byte[] bytes = new byte[buffer.readableByteCount()];
		buffer.read(bytes);
		DataBufferUtils.release(buffer);
		return bytes;
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
		return ex;
	}

	private CallTimeoutException timedOut(ServiceRequest request, @Nullable Throwable cause) {
		return new CallTimeoutException(request.uri(), "%s was not answered in full within the time that %s allows"
			.formatted(request, this.names.of(Setting.CALL_TIMEOUT)), cause);
	}

	private TransportException unreachable(ServiceRequest request, Throwable cause) {
		TransportFailure failure = TransportFailure.of(cause, this.names);
		return new TransportException(request.uri(), "%s received no response: %s".formatted(request, failure.reason()),
				failure.advice(), cause);
	}

}
