package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.JdkClientHttpRequestFactory;

/**
 * Content of a cached request over a blocking client whose own decoder,
 * {@link java.util.zip.GZIPInputStream}, may end it after any member of gzip (RFC 1952,
 * 2.2): the JDK's and Apache's. Not thread-safe.
 */
public final class DecodedContent extends InputStream {

	private static final int SIZE = 8192;

	/** Those that Spring asks for over the JDK's client. */
	private static final List<String> CODINGS = List.of("gzip", "deflate");

	private final InputStream encoded;

	private final ContentDecoding decoding;

	private final byte[] buffer = new byte[SIZE];

	private final byte[] decoded = new byte[SIZE];

	private ByteBuffer received = ByteBuffer.allocate(0);

	private ByteBuffer ready = ByteBuffer.allocate(0);

	DecodedContent(InputStream encoded, String coding) {
		this.encoded = encoded;
		this.decoding = new ContentDecoding(coding);
	}

	/**
	 * Return a request whose content is left to {@link #decode}.
	 * @param request a request of Spring's request factory that was not executed
	 * @return another request if Spring would decode its content, otherwise the same one
	 * @throws IOException if it cannot be created
	 */
	public static ClientHttpRequest undecoded(ClientHttpRequest request) throws IOException {
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
	 * @param request a request that Spring does not decode
	 */
	public static void accept(ClientHttpRequest request) {
		if (!request.getHeaders().containsHeader(HttpHeaders.ACCEPT_ENCODING)) {
			request.getHeaders().addAll(HttpHeaders.ACCEPT_ENCODING, CODINGS);
		}
	}

	/**
	 * Decode the content of a response that Spring has not decoded, and remove the fields
	 * that Spring would remove.
	 * @param response the response
	 * @return the decoded response, or the same one if it has no coding that is known
	 * @throws IOException if it has no content
	 */
	public static ClientHttpResponse decode(ClientHttpResponse response) throws IOException {
		String coding = response.getHeaders().getFirst(HttpHeaders.CONTENT_ENCODING);
		if (coding == null || !CODINGS.contains(coding.toLowerCase(Locale.ROOT))) {
			return response;
		}
		HttpHeaders headers = HttpHeaders.copyOf(response.getHeaders());
		headers.remove(HttpHeaders.CONTENT_ENCODING);
		headers.remove(HttpHeaders.CONTENT_LENGTH);
		return new Response(response, headers, new DecodedContent(response.getBody(), coding.toLowerCase(Locale.ROOT)));
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

	@Override
	public void close() throws IOException {
		this.decoding.close();
		this.encoded.close();
	}

	/**
	 * A response with decoded content.
	 */
	private record Response(ClientHttpResponse delegate, HttpHeaders headers,
			DecodedContent content) implements ClientHttpResponse {

		@Override
		public HttpStatusCode getStatusCode() throws IOException {
			return this.delegate.getStatusCode();
		}

		@Override
		public String getStatusText() throws IOException {
			return this.delegate.getStatusText();
		}

		@Override
		public HttpHeaders getHeaders() {
			return this.headers;
		}

		@Override
		public InputStream getBody() {
			return this.content;
		}

		@Override
		public void close() {
			this.delegate.close();
			this.content.decoding.close();
		}

	}

}
