package dev.hyperclient.cache.store;

import java.nio.ByteBuffer;

/**
 * Stores one response piece by piece. It is there when it is committed, and not before;
 * closing without that leaves nothing behind.
 * <p>
 * For one thread at a time; may block. Trouble with the medium is logged and not thrown:
 * then nothing is stored.
 */
public interface ResponseWriter extends AutoCloseable {

	/**
	 * Stores nothing.
	 */
	ResponseWriter NONE = new NoResponseWriter();

	/**
	 * Appends content.
	 * @param content the next piece; its remaining bytes are read
	 */
	void write(ByteBuffer content);

	/**
	 * Ends the content and stores the response in place of an older one.
	 */
	void commit();

	/**
	 * Gives the response up if it has not been committed. Closing twice has no effect.
	 */
	@Override
	void close();

	/**
	 * This writer, with something to do when the response has been committed.
	 * @param after is run then, by the thread that commits
	 * @return the writer to use in place of this one
	 */
	default ResponseWriter andThen(Runnable after) {
		return new FollowedResponseWriter(this, after);
	}

}
