package dev.hyperclient.internal.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * Reads stored content as a whole.
 */
public final class ChannelReader {

	/**
	 * The maximum length of content in an array.
	 */
	private static final long MAX_ARRAY_LENGTH = 128L * 1024 * 1024;

	private ChannelReader() {
	}

	/**
	 * Return the content of a channel.
	 * @param content the channel
	 * @param length the length of its content
	 */
	public static byte[] readFully(ReadableByteChannel content, long length) throws IOException {
		if (length > MAX_ARRAY_LENGTH) {
			throw new IOException("Too long to be read into memory: " + length + " bytes");
		}
		ByteBuffer bytes = ByteBuffer.allocate((int) length);
		readFully(content, bytes);
		return bytes.array();
	}

	/**
	 * Fill a buffer.
	 */
	public static void readFully(ReadableByteChannel content, ByteBuffer bytes) throws IOException {
		while (bytes.hasRemaining()) {
			if (content.read(bytes) < 0) {
				throw new EOFException("Stored content is truncated");
			}
		}
	}

}
