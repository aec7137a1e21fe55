package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.JdkClientHttpRequestFactory;

/**
 * Content of a cached request over a blocking client whose own decoder,
 * {@link java.util.zip.GZIPInputStream}, may end it after any member of gzip (RFC 1952,
 * 2.2): the JDK's and Apache's. Not thread-safe.
 */
final class DecodedContent extends InputStream {

	private static final int SIZE = 8192;

	/** Those that Spring asks for over the JDK's client. */
	private static final List<String> CODINGS = List.of("gzip", "deflate");

	private final InputStream encoded;

	private final ContentDecoding decoding;

	private final byte[] buffer = new byte[SIZE];

	private final byte[] decoded = new byte[SIZE];

	private ByteBuffer received = ByteBuffer.allocate(0);

	private ByteBuffer ready = ByteBuffer.allocate(0);

	/**
	 * Create content.
	 * @param encoded the encoded content, which is closed with this one
	 * @param coding the coding
	 */
	DecodedContent(InputStream encoded, String coding) {
		this.encoded = encoded;
		this.decoding = new ContentDecoding(coding);
	}

	/**
	 * Return a request whose content Spring does not decode.
	 * @param request a request of Spring's request factory that was not executed
	 * @return another request if Spring would decode its content, otherwise the same one
	 * @throws IOException if it cannot be created
	 */
	static ClientHttpRequest undecoded(ClientHttpRequest request) throws IOException {
		if (!Boolean.TRUE.equals(PrivateField.JDK_REQUEST_COMPRESSION.of(request))
				|| !(PrivateField.JDK_REQUEST_CLIENT.of(request) instanceof HttpClient client)
				|| !(PrivateField.JDK_REQUEST_EXECUTOR.of(request) instanceof Executor executor)) {
			return request;
		}
		JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(client, executor);
		factory.enableCompression(false);
		if (PrivateField.JDK_REQUEST_TIMEOUT.of(request) instanceof Duration timeout) {
			factory.setReadTimeout(timeout);
		}
		return factory.createRequest(request.getURI(), request.getMethod());
	}

	/**
	 * Ask for the codings that Spring would ask for, unless the caller has chosen some.
	 * @param headers the header fields of an {@linkplain #undecoded undecoded} request
	 */
	static void accept(HttpHeaders headers) {
		headers.putIfAbsent(HttpHeaders.ACCEPT_ENCODING, CODINGS);
	}

	/**
	 * Return the header fields of decoded content, as Spring does if it decodes it.
	 * @param headers the header fields of a response to an undecoded request
	 * @return the same ones if the content need not be decoded
	 */
	static HttpHeaders withoutCoding(HttpHeaders headers) {
		if (coding(headers) == null) {
			return headers;
		}
		HttpHeaders decoded = HttpHeaders.copyOf(headers);
		decoded.remove(HttpHeaders.CONTENT_ENCODING);
		decoded.remove(HttpHeaders.CONTENT_LENGTH);
		return decoded;
	}

	/**
	 * Return the coding of content that is to be decoded.
	 * @param headers the header fields of a response to an undecoded request
	 * @return the coding, or {@code null} if the content need not be decoded
	 */
	static @Nullable String coding(HttpHeaders headers) {
		String coding = String.valueOf(headers.getFirst(HttpHeaders.CONTENT_ENCODING)).toLowerCase(Locale.ROOT);
		return CODINGS.contains(coding) ? coding : null;
	}

	@Override
	public int read() throws IOException {
		byte[] one = new byte[1];
		return (read(one, 0, 1) < 0) ? -1 : one[0] & 0xFF;
	}

	@Override
	public int read(byte[] target, int offset, int count) throws IOException {
		while (!this.ready.hasRemaining()) {
			int size = this.decoding.decode(this.received, this.decoded);
			this.ready = ByteBuffer.wrap(this.decoded, 0, size);
			if (size == 0) {
				int read = this.encoded.read(this.buffer);
				if (read < 0) {
					this.decoding.end();
					return -1;
				}
				this.received = ByteBuffer.wrap(this.buffer, 0, read);
			}
		}
		int size = Math.min(count, this.ready.remaining());
		this.ready.get(target, offset, size);
		return size;
	}

	/**
	 * Release the decoder, without closing the encoded content.
	 */
	void release() {
		this.decoding.close();
	}

	@Override
	public void close() throws IOException {
		release();
		this.encoded.close();
	}

}
