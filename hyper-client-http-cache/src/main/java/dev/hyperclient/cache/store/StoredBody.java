package dev.hyperclient.cache.store;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;

/**
 * The whole content of a stored response, decoded: in memory if it is small, otherwise
 * where the store keeps it. Immutable and thread-safe; its methods other than
 * {@link #length} may block.
 * <p>
 * What is read is what was stored, or reading fails: content that changed in the store,
 * by whatever cause, is found out before its first byte is handed out.
 */
public interface StoredBody {

	/**
	 * No content.
	 */
	StoredBody EMPTY = new MemoryBody(new byte[0]);

	/**
	 * Content in memory.
	 * @param bytes the content. The array is not copied and must not be changed
	 * @return the content
	 */
	static StoredBody of(byte[] bytes) {
		return (bytes.length == 0) ? EMPTY : new MemoryBody(bytes);
	}

	/**
	 * The length.
	 * @return the number of bytes
	 */
	long length();

	/**
	 * Whether the content is in memory, so that nothing that reads it blocks or fails.
	 * @return whether it is
	 */
	default boolean isInMemory() {
		return false;
	}

	/**
	 * This content, from now on safe from what happens in the store. What is held must be
	 * {@link #open() opened} once and read or closed, since it may be an open file.
	 * @return the same content
	 * @throws IOException if it is no longer there, or not what was stored
	 */
	StoredBody hold() throws IOException;

	/**
	 * Opens the content for reading from its beginning.
	 * @return the content, to be closed by the caller
	 * @throws IOException if it is no longer there, or not what was stored
	 */
	ReadableByteChannel open() throws IOException;

	/**
	 * Reads the content into memory.
	 * @return the content, which must not be changed
	 * @throws IOException if it is no longer there, not what was stored, or longer than
	 * an array should be
	 */
	byte[] bytes() throws IOException;

}
