package dev.hyperclient.internal.transaction;

import java.util.Optional;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.internal.policy.CachedResponse;
import dev.hyperclient.internal.policy.StaleReason;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * A request that is forwarded. {@link #requestToSend()} is sent; then {@link #decide} is
 * called once with the head of its response, if there is one. What is left to do is part
 * of the action that is returned.
 * <p>
 * May pass from thread to thread but is not thread-safe. {@link #decide} and
 * {@link #stale} may block for input and output.
 */
non-sealed interface CacheTransaction extends CacheLookup {

	/**
	 * Return the request and its access to the cache.
	 */
	TransactionContext context();

	/**
	 * Return the request to send: with the validators of the stored response, if there
	 * are any and the request has no condition of its own.
	 */
	default CacheRequest requestToSend() {
		return context().request();
	}

	/**
	 * Return how the request is handled.
	 */
	default CacheStatus status() {
		return context().status();
	}

	/**
	 * Return the header fields of the server's response with the status of the cache.
	 * @param stored whether the response is to be stored, which the store may refuse
	 */
	default HttpHeaders withCacheStatus(CacheResponse head, boolean stored) {
		return status().addedTo(head, stored && context().accepts(head));
	}

	/**
	 * Whether equal requests at the same time may wait for the response.
	 */
	default boolean isCoalescible() {
		return false;
	}

	/**
	 * Return what to do with a response, if that is known without input and output: that
	 * it is stored. Otherwise {@link #decide} is to be called.
	 * @param head the server's response; its content is not used
	 */
	default Optional<ResponseAction> decideAtOnce(CacheResponse head) {
		return Optional.empty();
	}

	/**
	 * Decide what to do with a response, and do what does not depend on its content:
	 * invalidate after an unsafe method (RFC 9111, 4.4), freshen, keep or remove the
	 * stored response, notify the listener.
	 * @param head the server's response; its content is not used
	 * @param reasonNotToStore why it must not be stored, for logs, or {@code null} if it
	 * may. A stored response that a 304 confirms is served nevertheless
	 */
	ResponseAction decide(CacheResponse head, @Nullable String reasonNotToStore);

	/**
	 * Return a stale response in place of one of the server, and notify the listener.
	 * @param reason why there is no response of the server
	 * @return the stale response, or empty
	 */
	default Optional<CachedResponse> stale(StaleReason reason) {
		return Optional.empty();
	}

}
