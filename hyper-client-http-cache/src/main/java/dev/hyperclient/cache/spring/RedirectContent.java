package dev.hyperclient.cache.spring;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpResponse;

/**
 * The content of a redirect that is followed. A little of it is read, so that the
 * connection can be used again and the redirect can be stored; content that is long or
 * late is not waited for. Not thread-safe.
 */
final class RedirectContent {

	private static final int MAX_LENGTH = 64 * 1024;

	/** How long content is waited for, before the connection is closed. */
	private static final long MAX_WAIT_MILLIS = 1000;

	private final ClientHttpResponse response;

	private final ReceivedContent received;

	private RedirectContent(ClientHttpResponse response, ReceivedContent received) {
		this.response = response;
		this.received = received;
	}

	/**
	 * Close a redirect.
	 * @param request the request that was executed
	 * @param response its response
	 */
	static void discard(ClientHttpRequest request, ClientHttpResponse response) {
		ReceivedContent received = (request instanceof CachingClientHttpRequest caching) ? caching.received() : null;
		if (received == null || HttpMethod.HEAD.equals(request.getMethod())
				|| response.getHeaders().getContentLength() == 0) {
			response.close();
			return;
		}
		new RedirectContent(response, received).discard();
	}

	private void discard() {
		if (this.received.isSingleThreaded()) {
			close(isAvailable());
			return;
		}
		CompletableFuture<Void> closed = new CompletableFuture<>();
		// Nothing else ends a read of an HTTP client without a read timeout.
		Thread reader = new Thread(() -> {
			try {
				close(isReadToEnd());
			}
			finally {
				closed.complete(null);
			}
		}, "http-cache-redirect");
		reader.setDaemon(true);
		reader.start();
		try {
			closed.get(MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException | ExecutionException ex) {
			this.received.abort();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			this.received.abort();
		}
	}

	private void close(boolean isReadToEnd) {
		if (!isReadToEnd) {
			this.received.abort();
		}
		this.response.close();
	}

	private boolean isReadToEnd() {
		try {
			InputStream content = this.response.getBody();
			byte[] buffer = new byte[8 * 1024];
			for (int length = 0; length <= MAX_LENGTH;) {
				int read = content.read(buffer);
				if (read < 0) {
					return true;
				}
				length += read;
			}
			return false;
		}
		catch (IOException | RuntimeException ex) {
			return false;
		}
	}

	/**
	 * Read what has been received.
	 */
	private boolean isAvailable() {
		try {
			HttpHeaders headers = this.response.getHeaders();
			InputStream content = this.response.getBody();
			long length = 0;
			while (length <= MAX_LENGTH && content.available() > 0) {
				length += content.readNBytes(content.available()).length;
			}
			return length == headers.getContentLength();
		}
		catch (IOException | RuntimeException ex) {
			return false;
		}
	}

}
