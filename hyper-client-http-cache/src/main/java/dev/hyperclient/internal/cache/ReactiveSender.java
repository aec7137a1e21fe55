package dev.hyperclient.internal.cache;

import java.util.Optional;

import dev.hyperclient.cache.api.CacheRequest;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
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
	 * @param sent what was sent
	 */
	record Received(ClientHttpResponse response, Sent sent) {
	}

	/**
	 * A request that was sent.
	 */
	interface Sent {

		/**
		 * Return why the response must not be stored although its request and its header
		 * fields permit it.
		 * @param response the header fields of the response
		 * @return the reason, or empty if it may be stored
		 */
		Optional<String> reasonNotToStore(HttpHeaders response);

		/**
		 * Return whether the request that was sent is unknown.
		 */
		boolean isUnknown();

	}

}
