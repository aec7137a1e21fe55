package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.net.HttpURLConnection;

import org.apache.hc.core5.concurrent.Cancellable;
import org.jspecify.annotations.Nullable;
import reactor.netty.Connection;

import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpResponse;

/**
 * A response of a blocking client whose content is not read to its end. Thread-safe.
 *
 * @param request the request that was executed
 * @param response its response
 */
public record UnreadResponse(ClientHttpRequest request, ClientHttpResponse response) {

	/**
	 * Return whether another thread that waits for the content could not be ended.
	 */
	public boolean isSingleThreaded() {
		return HiddenField.SIMPLE_CONNECTION.of(this.response) != null;
	}

	/**
	 * Close the response and its connection. Unlike {@link ClientHttpResponse#close()},
	 * this does not wait for the content.
	 */
	public void abort() {
		@Nullable Object apache = HiddenField.APACHE_REQUEST.of(this.request);
		@Nullable Object reactor = HiddenField.REACTOR_CONNECTION.of(this.response);
		try {
			if (apache != null) {
				Apache.cancel(apache);
			}
			else if (reactor != null && HiddenField.REACTOR_BODY.of(this.response) == null) {
				ReactorNetty.cancel(reactor);
				return;
			}
			else {
				this.response.getBody().close();
			}
			if (HiddenField.SIMPLE_CONNECTION.of(this.response) instanceof HttpURLConnection connection) {
				connection.disconnect();
			}
			this.response.close();
		}
		catch (IOException | IllegalStateException ex) {
			// It is not read.
		}
	}

	/** Loaded only if there is a request of Apache's client. */
	private static final class Apache {

		static void cancel(Object request) {
			if (request instanceof Cancellable cancellable) {
				cancellable.cancel();
			}
		}

	}

	/** Loaded only if there is a response of Reactor Netty. */
	private static final class ReactorNetty {

		/** Unlike the stream of the content, this can be cancelled at once. */
		static void cancel(Object connection) {
			((Connection) connection).inbound().receive().subscribe((buffer) -> {
			}, (ex) -> {
			}).dispose();
		}

	}

}
