package dev.hyperclient.internal.transaction;

import java.util.function.Function;

import dev.hyperclient.cache.store.ResponseWriter;
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
	 * been removed since, or the response is not the remainder of the stored part.
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

	/**
	 * Stores the content of a response whose head has been decided on. Exactly one of
	 * {@link #store}, {@link #open}, {@link #reject} and {@link #abandon} is called; each
	 * notifies the listener. All methods except {@link #abandon} may block.
	 */
	interface ContentStorage {

		/**
		 * Store collected content, unless its length is not the {@code Content-Length}.
		 */
		void store(byte[] content);

		/**
		 * Begin to store content that follows.
		 * @return writes the content, to be committed or closed; nothing is stored if it
		 * is closed first or its length is not the {@code Content-Length}
		 */
		ResponseWriter open();

		/**
		 * Remove the stored response that this one replaces, which is not stored itself.
		 * @param reason why it is not, for logs
		 */
		void refuse(String reason);

		/**
		 * End without storing, and {@link #refuse} the response.
		 */
		default void reject(String reason) {
			refuse(reason);
			abandon();
		}

		/**
		 * End without storing.
		 */
		void abandon();

	}

}
