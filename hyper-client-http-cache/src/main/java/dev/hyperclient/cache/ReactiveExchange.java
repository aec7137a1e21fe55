package dev.hyperclient.cache;

import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;

/**
 * One request of a reactive HTTP client, and the responses of that client.
 *
 * @param <R> the type of the responses
 */
interface ReactiveExchange<R> {

	/**
	 * Return the request as the cache sees it, with its cookies as a field.
	 */
	CacheRequest request();

	/**
	 * Return whether the response may depend on what is not part of the cache key: a
	 * body, or cookies that the HTTP client adds.
	 */
	boolean hasHiddenInput();

	/**
	 * Return whether the identity does not depend on the header fields of the request.
	 */
	boolean isIdentified();

	/**
	 * Forward the request.
	 * @param forwarded the method and the header fields to send
	 * @param sent is to observe the request of the HTTP client
	 */
	Mono<R> forward(CacheRequest forwarded, SentRequest sent);

	/**
	 * Return whether an error means that there is no response.
	 */
	boolean isDisconnection(Throwable ex);

	/**
	 * Return a response of the server without its content.
	 */
	CacheResponse head(R response);

	/**
	 * Return a response of the server with a body that is derived from its own.
	 */
	R withBody(R response, UnaryOperator<Flux<DataBuffer>> body);

	/**
	 * Return the body of a response of the server.
	 */
	Flux<DataBuffer> body(R response);

	/**
	 * Return a response of the server with other header fields.
	 */
	R withHeaders(R response, HttpHeaders headers);

	/**
	 * Read the body of a response of the server and discard it.
	 */
	default Mono<Void> discard(R response) {
		return body(response).doOnNext(DataBufferUtils::release).then();
	}

	/**
	 * End the connection of a response of the server without its body.
	 */
	default void abort(R response) {
		body(response).subscribe(DataBufferUtils.releaseConsumer(), (ex) -> {
		}).dispose();
	}

	/**
	 * Return a response of the cache.
	 * @param received the discarded response of the server that it replaces, or
	 * {@code null} for none
	 */
	Mono<R> cached(CachedResponse cached, @Nullable R received);

	/**
	 * Return a stored response that a 304 has confirmed.
	 */
	R confirmed(CachedResponse cached, R notModified);

}
