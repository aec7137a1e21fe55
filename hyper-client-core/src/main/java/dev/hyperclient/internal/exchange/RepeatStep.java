package dev.hyperclient.internal.exchange;

import dev.hyperclient.call.ClientListener;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.exchange.CallState.UnansweredException;
import dev.hyperclient.internal.transport.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request once more, on a new connection, if a reused one ended before a byte of
 * the response (RFC 9112, 9.3.1). Below the retries, which concern responses, and above
 * the authorizer, since a signature is for one request. Content that can be read only
 * once is not sent again.
 *
 * @param next the step that sends requests
 * @param listener is notified of repetitions
 * @param log the log of the service
 */
record RepeatStep(Step next, ClientListener listener, CallLog log) implements Step {

	@Override
	public ServiceResponse exchange(ServiceRequest request, CallState call) {
		ServiceResponse response = send(request, call);
		@Nullable UnansweredException sent = call.memory().unanswered;
		// Also that to a retry after the repetition was answered with 503.
		if (sent != null && sent.repetition().isAmbiguous(request.method(), response.status())) {
			response.body().close();
			throw new TransportException(request.uri(), Repetition.ambiguous(request, response.status()),
					"Load the resource to see its state", sent.failure());
		}
		return response;
	}

	private ServiceResponse send(ServiceRequest request, CallState call) {
		try {
			return this.next.exchange(request, call);
		}
		catch (UnansweredException ex) {
			if (call.sendsOnce()) {
				throw ex.failure();
			}
			if (ex.repetition().wasSent()) {
				call.memory().unanswered = ex;
			}
			this.log.repeating(request);
			this.listener.onRepeat(request);
			return repeat(request, call.onNewConnection());
		}
	}

	private ServiceResponse repeat(ServiceRequest request, CallState call) {
		for (int connections = 0;; connections++) {
			call.memory().unsent = TransportFailure.Unsent.NO;
			try {
				return this.next.exchange(request, call);
			}
			catch (UnansweredException ex) {
				if (ex.repetition().wasSent() || connections == Repetition.MAX_CONNECTIONS) {
					throw ex.failure();
				}
			}
		}
	}

}
