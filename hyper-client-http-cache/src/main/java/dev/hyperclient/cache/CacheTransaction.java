package dev.hyperclient.cache;

import java.util.Optional;

import dev.hyperclient.cache.store.ResponseWriter;

import org.springframework.http.HttpHeaders;

/**
 * One request in the cache: the stored response that answers it, or the request to
 * forward and what to do with the server's response.
 * <p>
 * If there is a {@link #cached()} response, the transaction is done. Otherwise
 * {@link #forwarded()} is sent, and its response goes to {@link #receive}, and then to
 * {@link #complete} or {@link #begin}, exactly once. Without a response the transaction
 * {@linkplain #fail() fails}; if the response could not be read to its end or is too
 * long, it is {@link #abandon abandoned}.
 * <p>
 * May pass from thread to thread but is not thread-safe. All methods except
 * {@link #cached}, {@link #forwarded}, {@link #stores} and {@link #fail} may block for
 * input and output.
 */
interface CacheTransaction {

	/**
	 * Return the response of the cache.
	 * @return the response, or empty if the request must be forwarded
	 */
	default Optional<CachedResponse> cached() {
		return Optional.empty();
	}

	/**
	 * Receive the header fields of the server's response, as soon as they are there: the
	 * response to an unsafe request invalidates stored responses (RFC 9111, 4.4), whether
	 * or not its content is ever read or stored. Called once, before {@link #complete},
	 * {@link #begin} or {@link #abandon}; not without a response. Has no effect for safe
	 * methods.
	 * @param head the server's response; its content is not used
	 */
	default void receive(CacheResponse head) {
	}

	/**
	 * Forbid to store the server's response. Called before {@link #receive}. A stored
	 * response that a 304 confirms is still served.
	 * @param reason the reason, for logs
	 */
	default void doNotStore(String reason) {
	}

	/**
	 * Return how the request is handled.
	 */
	CacheStatus status();

	/**
	 * Return a transaction to be run in the background after a stale {@link #cached()}
	 * response has been served (RFC 5861, 3).
	 * @return the transaction that validates the stored response, or empty
	 */
	default Optional<CacheTransaction> background() {
		return Optional.empty();
	}

	/**
	 * Whether equal requests at the same time may wait for the response.
	 */
	default boolean isCoalescible() {
		return false;
	}

	/**
	 * Return a stale response in place of an error status (RFC 5861, 4; RFC 9111, 4.3.3).
	 * Notifies the listener and ends the transaction. Called before {@link #complete}.
	 * @param status the status code of the server's response
	 * @return the stale response, or empty
	 */
	default Optional<CachedResponse> staleAfter(int status) {
		return Optional.empty();
	}

	/**
	 * Return a stale response if the server could not be reached (RFC 9111, 4.2.4).
	 * Notifies the listener and ends the transaction.
	 * @return the stale response, or empty
	 */
	default Optional<CachedResponse> staleAfterFailure() {
		return Optional.empty();
	}

	/**
	 * End the transaction without a response: another process need not wait for it. Does
	 * not block.
	 */
	default void fail() {
	}

	/**
	 * Return the request to send: with the validators of the stored response, if there
	 * are any and the request has no condition of its own.
	 */
	CacheRequest forwarded();

	/**
	 * Whether the server's response is stored, so that its content is needed.
	 * @param status the status code
	 * @param headers the header fields
	 */
	default boolean stores(int status, HttpHeaders headers) {
		return false;
	}

	/**
	 * Return the transaction that continues in place of this one without a condition: if
	 * a 304 confirmed another response than the stored one (RFC 9111, 4.3.4), or one that
	 * has been removed since. The stored response is removed. Called before
	 * {@link #complete}.
	 * @param status the status code of the server's response
	 * @param headers its header fields
	 * @return the next transaction, or empty if this one can be completed
	 */
	default Optional<CacheTransaction> repeat(int status, HttpHeaders headers) {
		return Optional.empty();
	}

	/**
	 * Whether the server's response is the remainder of a stored one, so that its content
	 * is to be collected and given to {@link #combine}. It is at most
	 * {@link StoredPart#MAX_COMBINED_LENGTH} long. Called before {@link #stores}.
	 * @param status the status code
	 * @param headers the header fields
	 */
	default boolean combines(int status, HttpHeaders headers) {
		return false;
	}

	/**
	 * Complete the transaction with the remainder of a stored response.
	 * @param remainder the server's response, with its content
	 * @return the whole response; or empty if they cannot be combined, so that the
	 * transaction is to be {@link #repeat repeated}
	 */
	default Optional<CachedResponse> combine(CacheResponse remainder) {
		return Optional.empty();
	}

	/**
	 * Complete the transaction: store the server's response; update, keep or remove the
	 * stored one; notify the listener. A response that is shorter or longer than its
	 * {@code Content-Length} is neither stored nor does it remove the stored one.
	 * @param response the server's response. Its body is used only if it is stored, and
	 * then it must be collected
	 * @return the stored response if a 304 confirmed it, otherwise empty: the server's
	 * response is the result
	 */
	Optional<CachedResponse> complete(CacheResponse response);

	/**
	 * Complete the transaction like {@link #complete}, for a response that {@link #stores
	 * is stored} and whose content follows.
	 * @param head the server's response without its content
	 * @return writes the content, to be committed or closed; nothing is stored if it is
	 * closed first or its length is not the {@code Content-Length}
	 */
	default ResponseWriter begin(CacheResponse head) {
		throw new IllegalStateException("The response is not stored");
	}

	/**
	 * Remove the stored response that a response replaces which is not stored although
	 * {@link #stores} says so: because it is encoded or too long. Does not end the
	 * transaction.
	 * @param head the server's response; its content is not used
	 */
	default void supersede(CacheResponse head) {
	}

	/**
	 * End the transaction without storing the server's response. Notifies the listener.
	 * @param status the status code of that response
	 */
	void abandon(int status);

}
