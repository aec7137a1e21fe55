package dev.hyperclient.cache.spring;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import dev.hyperclient.cache.api.IncompleteResponseException;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.internal.transport.ObservedExchange;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpResponse;

/**
 * The content of a response of a blocking HTTP client, which fails if it is not whole.
 * Closing it closes the response. Not thread-safe, but may be aborted by any thread.
 */
final class ReceivedContent extends InputStream {

	private static final int MAX_DISCARDED = 64 * 1024;

	/** How long content is waited for, before the connection is closed. */
	private static final long MAX_WAIT_MILLIS = 1000;

	private final ClientHttpRequest request;

	private final ClientHttpResponse response;

	private final ObservedExchange exchange;

	private final HttpHeaders headers;

	private long length;

	private volatile boolean closed;

	/**
	 * Create the content.
	 * @param request the request that was executed
	 * @param response its response
	 * @param exchange the exchange of both
	 */
	ReceivedContent(ClientHttpRequest request, ClientHttpResponse response, ObservedExchange exchange) {
		this.request = request;
		this.response = response;
		this.exchange = exchange;
		this.headers = exchange.headers();
	}

	/**
	 * Return the header fields of the response, without the coding that is decoded.
	 */
	HttpHeaders headers() {
		return this.headers;
	}

	@Override
	public int read() throws IOException {
		byte[] one = new byte[1];
		return (read(one, 0, 1) < 0) ? -1 : one[0] & 0xFF;
	}

	@Override
	public int read(byte[] target, int offset, int count) throws IOException {
		int read;
		try {
			read = content().read(target, offset, count);
			IOException failure = (read < 0) ? this.exchange.failure() : null;
			if (failure != null) {
				throw failure;
			}
		}
		catch (EOFException ex) {
			throw incomplete(ex);
		}
		catch (RuntimeException ex) {
			// The stream of Reactor Netty wraps failures.
			if (ex.getCause() instanceof EOFException end) {
				throw incomplete(end);
			}
			if (ex.getCause() instanceof IOException cause) {
				throw cause;
			}
			throw ex;
		}
		this.length += Math.max(0, read);
		if (read < 0) {
			requireWhole();
		}
		return read;
	}

	private void requireWhole() throws IOException {
		if (this.closed) {
			// Some HTTP clients end content that is closed as if it was complete.
			throw new IOException("The response is closed");
		}
		OptionalLong expected = expected();
		if (expected.isPresent() && this.length < expected.getAsLong()) {
			throw incomplete(null);
		}
	}

	private OptionalLong expected() throws IOException {
		int status = this.response.getStatusCode().value();
		boolean hasNone = HttpMethod.HEAD.equals(this.request.getMethod()) || status == HttpStatus.NO_CONTENT.value()
				|| status == HttpStatus.NOT_MODIFIED.value();
		return hasNone ? OptionalLong.empty() : ResponseContent.contentLength(this.headers);
	}

	private IncompleteResponseException incomplete(@Nullable EOFException cause) throws IOException {
		return new IncompleteResponseException(this.request.getMethod(), this.request.getURI(), this.length, expected(),
				cause);
	}

	@Override
	public int available() throws IOException {
		return content().available();
	}

	@Override
	public void close() {
		if (!this.closed) {
			this.closed = true;
			this.exchange.close();
		}
	}

	/**
	 * Close the response and its connection without the content. May be called while
	 * another thread reads it, which ends with an exception.
	 */
	void abort() {
		this.closed = true;
		this.exchange.abort();
	}

	/**
	 * Read the content of a redirect to its end, which keeps the connection, and close
	 * it. Long content, and content that comes late, is not waited for.
	 * @param redirect the response with this content
	 */
	void discard(ClientHttpResponse redirect) {
		if (this.exchange.isSingleThreaded()) {
			close(redirect);
			return;
		}
		// Nothing else ends a read of an HTTP client without a read timeout.
		CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> close(redirect), (task) -> {
			Thread reader = new Thread(task, "http-cache-redirect");
			reader.setDaemon(true);
			reader.start();
		});
		try {
			closed.get(MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException | ExecutionException ex) {
			abort();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			abort();
		}
	}

	private void close(ClientHttpResponse redirect) {
		if (!isReadToEnd(redirect)) {
			abort();
		}
		redirect.close();
	}

	/**
	 * Read the content, or what has been received of it if nobody could end a read.
	 */
	private boolean isReadToEnd(ClientHttpResponse redirect) {
		try {
			InputStream body = redirect.getBody();
			if (!this.exchange.isSingleThreaded()) {
				return body.readNBytes(MAX_DISCARDED + 1).length <= MAX_DISCARDED;
			}
			long received = 0;
			while (received <= MAX_DISCARDED && body.available() > 0) {
				received += body.readNBytes(body.available()).length;
			}
			return received == redirect.getHeaders().getContentLength();
		}
		catch (IOException | RuntimeException ex) {
			return false;
		}
	}

	private InputStream content() throws IOException {
		if (this.closed) {
			throw new IOException("The response is closed");
		}
		return this.exchange.content();
	}

}
