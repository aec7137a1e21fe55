package dev.hyperclient.internal.transaction;

import java.util.Optional;

import dev.hyperclient.cache.api.CacheRequest;
import reactor.core.publisher.Mono;

import org.springframework.http.client.reactive.ClientHttpResponse;

/**
 * Sends one request of a reactive client, and compares what was sent with the request
 * that the cache has seen.
 */
public interface ReactiveSender {

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
