package dev.hyperclient.internal.transport;

import java.io.IOException;

import org.apache.hc.core5.concurrent.Cancellable;
import org.jspecify.annotations.Nullable;

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
	 * Close the connection of the response. Unlike {@link ClientHttpResponse#close()},
	 * this does not wait for the content.
	 */
	public void abort() {
		try {
			@Nullable Object apache = HiddenField.APACHE_REQUEST.of(this.request);
			if (apache != null) {
				Apache.cancel(apache);
			}
			else {
				this.response.getBody().close();
			}
		}
		catch (IOException ex) {
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

}
