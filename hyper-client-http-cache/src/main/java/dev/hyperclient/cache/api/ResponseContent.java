package dev.hyperclient.cache.api;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The content of a response: collected in memory, or a stream that holds a connection or
 * an open file until it is read to its end or closed. A streamed body can be read once
 * and is not thread-safe; a collected one can be read any number of times.
 */
public final class ResponseContent implements Closeable {

	private static final byte[] NO_BYTES = new byte[0];

	/**
	 * No content.
	 */
	public static final ResponseContent EMPTY = new ResponseContent(NO_BYTES, null, OptionalLong.of(0));

	private final byte[] bytes;

	private final @Nullable InputStream stream;

	private final OptionalLong length;

	private ResponseContent(byte[] bytes, @Nullable InputStream stream, OptionalLong length) {
		this.bytes = bytes;
		this.stream = stream;
		this.length = length;
	}

	/**
	 * Create a collected body.
	 * @param bytes the content. The array is not copied and must not be changed
	 * @return the body
	 */
	public static ResponseContent of(byte[] bytes) {
		return (bytes.length == 0) ? EMPTY : new ResponseContent(bytes, null, OptionalLong.of(bytes.length));
	}

	/**
	 * Create a streamed body.
	 * @param stream the content
	 * @param length the number of bytes, or empty if it is unknown
	 * @return the body
	 */
	public static ResponseContent of(InputStream stream, OptionalLong length) {
		return new ResponseContent(NO_BYTES, stream, length);
	}

	/**
	 * Return the length of decoded content according to header fields. The length of
	 * encoded content is unknown, since {@code Content-Length} may be the length before
	 * or after decoding.
	 * @param headers the header fields of a response
	 * @return the number of bytes, or empty if it is unknown
	 */
	public static OptionalLong contentLength(HttpHeaders headers) {
		if (headers.containsHeader(HttpHeaders.CONTENT_ENCODING)) {
			return OptionalLong.empty();
		}
		try {
			long length = headers.getContentLength();
			return (length >= 0) ? OptionalLong.of(length) : OptionalLong.empty();
		}
		catch (NumberFormatException ex) {
			return OptionalLong.empty();
		}
	}

	/**
	 * Return whether the content is still to be read from a connection or a file.
	 * @return {@code false} if it is in memory
	 */
	public boolean isStreamed() {
		return this.stream != null;
	}

	/**
	 * Return the length of the content.
	 * @return the number of bytes, or empty if it is unknown
	 */
	public OptionalLong length() {
		return this.length;
	}

	/**
	 * Return the content as a stream.
	 * @return the stream: always the same one if the body is streamed, otherwise a new
	 * one
	 */
	public InputStream stream() {
		return (this.stream != null) ? this.stream : new ByteArrayInputStream(this.bytes);
	}

	/**
	 * Return the whole content. A streamed body is read to its end and closed.
	 * @return the content, which must not be changed
	 * @throws IOException if a streamed body cannot be read
	 */
	public byte[] bytes() throws IOException {
		if (this.stream == null) {
			return this.bytes;
		}
		try (InputStream content = this.stream) {
			return content.readAllBytes();
		}
	}

	/**
	 * Discard what has not been read. Failures are ignored; closing twice has no effect.
	 */
	@Override
	public void close() {
		if (this.stream != null) {
			try {
				this.stream.close();
			}
			catch (IOException | RuntimeException ex) {
				// Nothing more is read from it.
			}
		}
	}

}
