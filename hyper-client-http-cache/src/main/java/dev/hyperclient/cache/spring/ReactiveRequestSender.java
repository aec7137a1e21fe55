package dev.hyperclient.cache.spring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.internal.transaction.ReactiveCacheDriver;
import dev.hyperclient.internal.policy.SelectingFields;
import dev.hyperclient.internal.transport.ObservedExchange;
import dev.hyperclient.internal.transport.Repetition;
import dev.hyperclient.netty.UnexpectedInterimResponseException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.CorePublisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpRequestDecorator;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpResponseDecorator;
import org.springframework.util.CollectionUtils;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/**
 * Sends a request of a {@code WebClient} with the connector of the HTTP client, and once
 * more if a reused connection ended without a response. Compares what is sent with what
 * the cache has seen: connectors and HTTP clients may change it. Used by one exchange.
 */
final class ReactiveRequestSender implements ReactiveCacheDriver.Sender {

	private static final Logger logger = LoggerFactory.getLogger(ReactiveRequestSender.class);

	private static final AtomicBoolean unknownLogged = new AtomicBoolean();

	private static final int FIRST_FINAL = 200;

	private final CapturedRequest original;

	private final ClientHttpConnector connector;

	private final SeenRequest seen;

	/** The last attempt. */
	private volatile @Nullable ObservedExchange exchange;

	private volatile @Nullable ClientHttpRequest sent;

	private volatile @Nullable HttpHeaders committed;

	/**
	 * Create a sender.
	 * @param original the request of the caller
	 * @param connector sends it
	 * @param seen the request as the cache sees it
	 */
	ReactiveRequestSender(CapturedRequest original, ClientHttpConnector connector, SeenRequest seen) {
		this.original = original;
		this.connector = connector;
		this.seen = seen;
	}

	SeenRequest seen() {
		return this.seen;
	}

	@Override
	public CacheRequest request() {
		return this.seen.request();
	}

	/**
	 * Return whether there is a body that is not part of the cache key, or header fields
	 * that the HTTP client adds.
	 */
	@Override
	public boolean hasHiddenInput() {
		return this.seen.hasHiddenFields() || hasHiddenBody();
	}

	private boolean hasHiddenBody() {
		return this.original.hasBody() && request().contentDigest().isEmpty();
	}

	@Override
	public Mono<Received> send(CacheRequest forwarded) {
		return Mono.defer(() -> {
			this.sent = null;
			this.committed = null;
			return attempt(forwarded, false)
				.onErrorResume((ex) -> repetition(forwarded, ex).map((repetition) -> repeat(forwarded, repetition))
					.orElseGet(() -> Mono.error(ex)))
				.map((response) -> {
					requireFinal(forwarded, response);
					return new Received(signalling(response), reasonNotToStore(response.getHeaders()));
				});
		});
	}

	/**
	 * Any failure of the connector, as in {@code WebClient}, whose request exception is
	 * its cause.
	 */
	@Override
	public boolean isDisconnection(Throwable ex) {
		return ex instanceof Exception && !(ex instanceof HiddenCredentialsException)
				&& !(ex instanceof UnexpectedInterimResponseException);
	}

	private static void requireFinal(CacheRequest forwarded, ClientHttpResponse response) {
		boolean isFinal = false;
		try {
			int status = response.getStatusCode().value();
			if (status < FIRST_FINAL) {
				throw new UnexpectedInterimResponseException(forwarded.toString(), status);
			}
			isFinal = true;
		}
		finally {
			if (!isFinal) {
				// What follows on the connection may be the response to this request.
				response.getBody().subscribe(DataBufferUtils.releaseConsumer(), (ex) -> {
				}).dispose();
			}
		}
	}

	private Mono<ClientHttpResponse> attempt(CacheRequest forwarded, boolean needsNewConnection) {
		ObservedExchange begun = this.seen.client().exchange(needsNewConnection);
		this.exchange = begun;
		return begun.guard(forward(forwarded));
	}

	private ObservedExchange exchange() {
		return Objects.requireNonNull(this.exchange);
	}

	private Mono<ClientHttpResponse> forward(CacheRequest forwarded) {
		HttpHeaders headers = withoutCookies(forwarded.headers(), this.original.getHeaders());
		return signalling(Mono.defer(() -> this.connector.connect(forwarded.method(), forwarded.uri(), (message) -> {
			observe(message);
			return this.original.writeTo(message, headers);
		})));
	}

	/**
	 * Return a sequence that signals each error of its subscription. Reactor rethrows a
	 * fatal one, as of a missing class, and there is no caller on this thread.
	 */
	private static <T> Mono<T> signalling(Mono<T> source) {
		return new Mono<>() {

			@Override
			public void subscribe(CoreSubscriber<? super T> subscriber) {
				ReactiveRequestSender.subscribe(source, subscriber);
			}

		};
	}

	private static ClientHttpResponse signalling(ClientHttpResponse response) {
		return new ClientHttpResponseDecorator(response) {

			@Override
			public Flux<DataBuffer> getBody() {
				Flux<DataBuffer> body = Flux.defer(super::getBody);
				return new Flux<>() {

					@Override
					public void subscribe(CoreSubscriber<? super DataBuffer> subscriber) {
						ReactiveRequestSender.subscribe(body, subscriber);
					}

				};
			}

		};
	}

	private static <T> void subscribe(CorePublisher<T> source, CoreSubscriber<? super T> subscriber) {
		try {
			source.subscribe(subscriber);
		}
		catch (Throwable ex) {
			Operators.error(subscriber, ex);
		}
	}

	private Optional<Repetition> repetition(CacheRequest forwarded, Throwable ex) {
		Optional<Repetition> repetition = exchange().repetition(forwarded.method(), forwarded.headers(), ex);
		// A publisher that was subscribed to may have no content the second time.
		boolean isConsumed = repetition.filter((again) -> again.wasSent() && !again.mayBeProcessed()).isPresent()
				&& !HttpMethod.GET.equals(forwarded.method()) && !HttpMethod.HEAD.equals(forwarded.method());
		return ((isConsumed || hasHiddenBody()) && !hasLength()) ? Optional.empty() : repetition;
	}

	private Mono<ClientHttpResponse> repeat(CacheRequest forwarded, Repetition repetition) {
		logger.debug(Repetition.REPEATED, forwarded);
		return Mono.defer(() -> attempt(forwarded, true))
			// Pooled connections are closed until there is a new one.
			.retryWhen(Retry.max(Repetition.MAX_CONNECTIONS)
				.filter((ex) -> exchange().repetition(forwarded.method(), forwarded.headers(), ex)
					.filter((again) -> !again.wasSent())
					.isPresent())
				.onRetryExhaustedThrow((spec, signal) -> signal.failure()))
			// Not within the callback of the HTTP client that has failed.
			.subscribeOn(Schedulers.boundedElastic())
			.flatMap((response) -> {
				int status = response.getStatusCode().value();
				return !repetition.isAmbiguous(forwarded.method(), status) ? Mono.just(response)
						: ReactiveCacheDriver.discard(response)
							.then(Mono.error(new WebClientRequestException(
									new IOException(Repetition.ambiguous(forwarded, status)), forwarded.method(),
									forwarded.uri(), forwarded.headers())));
			});
	}

	/**
	 * Return header fields of the cache with the {@code Cookie} field of the original
	 * ones, not the one of {@link #fields}.
	 */
	private static HttpHeaders withoutCookies(HttpHeaders headers, HttpHeaders original) {
		HttpHeaders separated = HttpHeaders.copyOf(headers);
		separated.remove(HttpHeaders.COOKIE);
		if (original.containsHeader(HttpHeaders.COOKIE)) {
			separated.put(HttpHeaders.COOKIE, original.getOrEmpty(HttpHeaders.COOKIE));
		}
		return separated;
	}

	/**
	 * Return the header fields of a request with its cookies, which Spring keeps apart.
	 */
	static HttpHeaders fields(ClientHttpRequest request) {
		HttpHeaders merged = HttpHeaders.copyOf(request.getHeaders());
		List<String> all = new ArrayList<>(merged.getOrEmpty(HttpHeaders.COOKIE));
		request.getCookies()
			.values()
			.forEach((cookies) -> cookies.forEach((cookie) -> all.add(cookie.getName() + "=" + cookie.getValue())));
		if (!request.getCookies().isEmpty()) {
			merged.set(HttpHeaders.COOKIE, String.join("; ", all));
		}
		return merged;
	}

	/**
	 * Return whether a body has been announced with its length, as a value is.
	 */
	private boolean hasLength() {
		HttpHeaders fields = this.committed;
		return fields != null && fields.getContentLength() >= 0;
	}

	/**
	 * Compare a request of the HTTP client when its header fields are final. A GET or
	 * HEAD whose credentials have changed is not sent.
	 * @param request the request, before it is sent
	 */
	private void observe(ClientHttpRequest request) {
		this.sent = request;
		this.original.sentAs(request);
		exchange().observe(request);
		request.beforeCommit(() -> Mono.defer(() -> commit(request)));
	}

	/**
	 * Return why the response must not be stored although its request and its header
	 * fields permit it: it may be one to a user or to selecting header fields that the
	 * cache does not know.
	 */
	private Optional<String> reasonNotToStore(HttpHeaders response) {
		ClientHttpRequest request = this.sent;
		HttpHeaders fields = this.committed;
		if (request == null || fields == null) {
			if (unknownLogged.compareAndSet(false, true)) {
				logger.warn("Responses are not cached, since a connector behind the cache replaces the request, "
						+ "and credentials that it adds are unknown. Put it before the cache. (Logged once.)");
			}
			return Optional.of("the request that was sent is unknown");
		}
		ObservedExchange exchange = exchange();
		return this.seen
			.reasonNotToStore(innermost(request), exchange,
					(name) -> isAdded(name, request, exchange) || isChanged(name, fields))
			.or(() -> SelectingFields.of(response)
				.names()
				.stream()
				.filter((name) -> !name.equalsIgnoreCase(HttpHeaders.AUTHORIZATION) && isChanged(name, fields))
				.findFirst()
				.map((name) -> SeenRequest.changed(name) + ", and the response varies on it"));
	}

	/** Some HTTP clients show the fields that they have added themselves. */
	private boolean isAdded(String name, ClientHttpRequest request, ObservedExchange exchange) {
		return !this.seen.request().headers().containsHeader(name)
				&& (request.getHeaders().containsHeader(name) || !CollectionUtils.isEmpty(exchange.sent(name)));
	}

	private Mono<Void> commit(ClientHttpRequest request) {
		HttpHeaders fields = fields(request);
		this.committed = fields;
		return Mono.justOrEmpty(this.seen.hiddenCredentials((name) -> isChanged(name, fields)))
			.flatMap((name) -> Mono.error(new HiddenCredentialsException(this.seen.request().uri(), name)));
	}

	private static ClientHttpRequest innermost(ClientHttpRequest request) {
		ClientHttpRequest innermost = request;
		while (innermost instanceof ClientHttpRequestDecorator decorator) {
			innermost = decorator.getDelegate();
		}
		return innermost;
	}

	private boolean isChanged(String name, HttpHeaders fields) {
		return !Objects.equals(SelectingFields.normalised(name, this.seen.request().headers()),
				SelectingFields.normalised(name, fields));
	}

}
