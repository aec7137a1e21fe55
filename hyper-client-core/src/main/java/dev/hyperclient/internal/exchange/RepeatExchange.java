package dev.hyperclient.internal.exchange;

import java.util.function.Supplier;

import dev.hyperclient.call.ClientListener;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.transport.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request once more, on a new connection, if a reused one ended before a byte of
 * the response (RFC 9112, 9.3.1). Below the retries, which concern responses, and above
 * the authorizer, since a signature is for one request. Created for a single call. Not
 * thread-safe.
 */
final class RepeatExchange implements Exchange {

	private final Exchange next;

	private final @Nullable Supplier<Exchange> onNewConnection;

	private final ClientListener listener;

	private final CallLog log;

	/** The first request that was not answered and may have been carried out. */
	private @Nullable UnansweredException sent;

	/**
	 * Create the step.
	 * @param onNewConnection creates the next step for a repetition, or {@code null} if
	 * the content cannot be sent twice
	 */
	RepeatExchange(Exchange next, @Nullable Supplier<Exchange> onNewConnection, ClientListener listener, CallLog log) {
		this.next = next;
		this.onNewConnection = onNewConnection;
		this.listener = listener;
		this.log = log;
	}

	@Override
	public ServiceResponse exchange(ServiceRequest request) {
		ServiceResponse response = send(request);
		// Also that to a retry after the repetition was answered with 503.
		if (this.sent != null && this.sent.repetition().isAmbiguous(request.method(), response.status())) {
			response.body().close();
			throw new TransportException(request.uri(), Repetition.ambiguous(request, response.status()),
					"Load the resource to see its state", this.sent.failure());
		}
		return response;
	}

	private ServiceResponse send(ServiceRequest request) {
		try {
			return this.next.exchange(request);
		}
		catch (UnansweredException ex) {
			if (this.onNewConnection == null) {
				throw ex.failure();
			}
			if (ex.repetition().wasSent()) {
				this.sent = ex;
			}
			this.log.repeating(request);
			this.listener.onRepeat(request);
			return repeat(request, this.onNewConnection.get());
		}
	}

	private ServiceResponse repeat(ServiceRequest request, Exchange repeated) {
		for (int connections = 0;; connections++) {
			try {
				return repeated.exchange(request);
			}
			catch (UnansweredException ex) {
				if (ex.repetition().wasSent() || connections == Repetition.MAX_CONNECTIONS) {
					throw ex.failure();
				}
			}
		}
	}

}
