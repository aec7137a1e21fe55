package dev.hyperclient.cache.store;

import java.nio.ByteBuffer;

/**
 * Stores one response in parts. The response becomes visible when it is committed;
 * closing the writer without that leaves nothing behind.
 * <p>
 * Not thread-safe; may block. Failures of the medium are logged and not thrown: then
 * nothing is stored.
 */
public interface ResponseWriter extends AutoCloseable {

	/**
	 * A writer that stores nothing.
	 */
	ResponseWriter NONE = new ResponseWriter() {

		@Override
		public void write(ByteBuffer content) {
			content.position(content.limit());
		}

		@Override
		public void commit() {
		}

		@Override
		public void close() {
		}

	};

	/**
	 * Append content.
	 * @param content the content; its remaining bytes are read
	 */
	void write(ByteBuffer content);

	/**
	 * Store the response with the content written so far, in place of an older one.
	 */
	void commit();

	/**
	 * Discard the response if it has not been committed. Closing twice has no effect.
	 */
	@Override
	void close();

	/**
	 * Return a writer that runs an action after the response has been committed.
	 * @param after the action, run by the thread that commits
	 * @return the writer to use in place of this one
	 */
	default ResponseWriter andThen(Runnable after) {
		ResponseWriter writer = this;
		return new ResponseWriter() {

			@Override
			public void write(ByteBuffer content) {
				writer.write(content);
			}

			@Override
			public void commit() {
				writer.commit();
				after.run();
			}

			@Override
			public void close() {
				writer.close();
			}

		};
	}

}
