package dev.hyperclient.internal.transaction;

import dev.hyperclient.cache.store.ResponseWriter;

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
	 * @return writes the content, to be committed or closed; nothing is stored if it is
	 * closed first or its length is not the {@code Content-Length}
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
