package dev.hyperclient.cache.spring;

import java.io.IOException;
import java.util.Optional;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.internal.cache.ReactiveCacheDriver;
import dev.hyperclient.internal.cache.ReactiveSender;
import dev.hyperclient.internal.transport.ClientInspector;
import dev.hyperclient.internal.transport.Repetition;
import dev.hyperclient.internal.transport.RequestAttempt;
import dev.hyperclient.netty.UnexpectedInterimResponseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/**
 * Sends a request of a {@code WebClient} with the connector of the HTTP client, and once
 * more if a reused connection ended without a response.
 *
 * @param original the request of the caller
 * @param connector sends it
 * @param request the request as the cache sees it, with its cookies as a field
 * @param isIdentified whether its identity does not depend on its header fields
 * @param inspector finds out what the HTTP client adds
 * @param hasHiddenFields whether it may add some on which the response depends
 */
record ReactiveRequestSender(CapturedRequest original, ClientHttpConnector connector, CacheRequest request,
		boolean isIdentified, ClientInspector inspector, boolean hasHiddenFields) implements ReactiveSender {

	private static final Logger logger = LoggerFactory.getLogger(ReactiveRequestSender.class);

	private static final int FIRST_FINAL = 200;

	/**
	 * Return whether there is a body, or header fields that the HTTP client adds.
	 */
	@Override
	public boolean hasHiddenInput() {
		return this.hasHiddenFields || this.original.hasBody();
	}

	@Override
	public Mono<Received> send(CacheRequest forwarded) {
		return Mono.defer(() -> {
			SentRequest sent = new SentRequest(this.request, this.isIdentified, this.inspector);
			return attempt(forwarded, sent, false)
				.onErrorResume(
						(ex) -> repetition(forwarded, sent, ex).map((repetition) -> repeat(forwarded, sent, repetition))
							.orElseGet(() -> Mono.error(ex)))
				.map((response) -> {
					requireFinal(forwarded, response);
					return new Received(response, sent);
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

	private Mono<ClientHttpResponse> attempt(CacheRequest forwarded, SentRequest sent, boolean needsNewConnection) {
		RequestAttempt attempt = sent.begin(new RequestAttempt(needsNewConnection));
		return attempt.guard(forward(forwarded, sent));
	}

	private Mono<ClientHttpResponse> forward(CacheRequest forwarded, SentRequest sent) {
		HttpHeaders headers = SentRequest.withoutCookies(forwarded.headers(), this.original.getHeaders());
		return this.connector.connect(forwarded.method(), forwarded.uri(), (message) -> {
			sent.observe(message);
			return this.original.writeTo(message, headers);
		});
	}

	private Optional<Repetition> repetition(CacheRequest forwarded, SentRequest sent, Throwable ex) {
		Optional<Repetition> repetition = sent.attempt().repetition(forwarded.method(), forwarded.headers(), ex);
		return (hasHiddenInput() && !sent.hasLength()) ? Optional.empty() : repetition;
	}

	private Mono<ClientHttpResponse> repeat(CacheRequest forwarded, SentRequest sent, Repetition repetition) {
		logger.debug(Repetition.REPEATED, forwarded);
		return Mono.defer(() -> attempt(forwarded, sent, true))
			// Pooled connections are closed until there is a new one.
			.retryWhen(Retry.max(Repetition.MAX_CONNECTIONS)
				.filter((ex) -> sent.attempt()
					.repetition(forwarded.method(), forwarded.headers(), ex)
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

}
