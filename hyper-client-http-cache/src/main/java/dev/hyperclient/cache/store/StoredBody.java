package dev.hyperclient.cache.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;

/**
 * The decoded content of a stored response: in memory if it is short, otherwise in the
 * store. Immutable and thread-safe; all methods except {@link #length} may block.
 * <p>
 * Content is verified before its first byte is returned: content that has changed in the
 * store cannot be read. An implementation whose {@link #snapshot} returns itself must
 * implement all methods.
 */
public interface StoredBody {

	/**
	 * No content.
	 */
	StoredBody EMPTY = new MemoryBody(new byte[0]);

	/**
	 * Create content in memory.
	 * @param bytes the content. The array is not copied and must not be changed
	 * @return the content
	 */
	static StoredBody of(byte[] bytes) {
		return (bytes.length == 0) ? EMPTY : new MemoryBody(bytes);
	}

	/**
	 * Create content in an open file. The file is closed with the channel that
	 * {@link #open} returns, or by garbage collection.
	 * @param file the file, whose content has been verified and does not change
	 * @param offset where the content begins
	 * @param length the number of bytes
	 * @return the content
	 */
	static StoredBody of(FileChannel file, long offset, long length) {
		return new OpenFileBody(file, offset, length);
	}

	/**
	 * Return the length.
	 * @return the number of bytes
	 */
	long length();

	/**
	 * Return whether the content is in memory, so that reading neither blocks nor fails.
	 * @return {@code true} if it is in memory
	 */
	default boolean isInMemory() {
		return false;
	}

	/**
	 * Return this content, independent of changes in the store. It must be {@link #open()
	 * opened} once and read or closed, since it may be an open file.
	 * @return the same content
	 * @throws IOException if it has been removed or changed
	 */
	StoredBody snapshot() throws IOException;

	/**
	 * Open the content. The default implementation opens a {@link #snapshot()}.
	 * @return a channel at the beginning of the content, which the caller closes
	 * @throws IOException if it has been removed or changed
	 */
	default ReadableByteChannel open() throws IOException {
		return snapshot().open();
	}

	/**
	 * Read the content into memory. The default implementation reads a
	 * {@link #snapshot()}.
	 * @return the content, which must not be changed
	 * @throws IOException if it has been removed or changed, or is too long for an array
	 */
	default byte[] bytes() throws IOException {
		return snapshot().bytes();
	}

}
