package dev.hyperclient.internal.transaction;

import java.util.function.Function;

import dev.hyperclient.internal.policy.CachedResponse;

/**
 * Action on a response of the server, which a {@link CacheTransaction} has decided by its
 * head.
 */
sealed interface ResponseAction {

	/**
	 * Serve the stored response that a 304 has confirmed, or that the server's response
	 * has completed, or a stale one in place of an error (RFC 5861, 4; RFC 9111, 4.3.3).
	 *
	 * @param response the response of the cache
	 * @param isStale whether it is served in place of an error
	 */
	record Serve(CachedResponse response, boolean isStale) implements ResponseAction {
	}

	/**
	 * Pass the response on and store its content.
	 *
	 * @param content stores the content
	 */
	record Store(ContentStorage content) implements ResponseAction {
	}

	/**
	 * Collect the content, the remainder of a stored response that is at most
	 * {@link PartialResponse#MAX_COMBINED_LENGTH} long.
	 *
	 * @param combination returns what to do with the content: {@link Serve} or
	 * {@link Repeat}. May block
	 */
	record Combine(Function<byte[], ResponseAction> combination) implements ResponseAction {
	}

	/**
	 * Discard the response and forward the request again without a condition: a 304 has
	 * confirmed another response than the stored one (RFC 9111, 4.3.4), or one that has
	 * been removed since.
	 *
	 * @param next the transaction that continues, which never ends with this action
	 */
	record Repeat(CacheTransaction next) implements ResponseAction {
	}

	/**
	 * Pass the response on without storing it.
	 */
	record PassThrough() implements ResponseAction {
	}

}
