package dev.hyperclient.call;

import java.time.Duration;

import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

/**
 * Listener for events of the client, for instance to count them. Notified on the thread
 * that makes the call, so implementations should be quick; they must be thread-safe. An
 * exception of a listener is logged and does not affect the call.
 *
 * @see dev.hyperclient.cache.CacheListener
 */
public interface ClientListener {

	/**
	 * Ignores all events.
	 */
	ClientListener NONE = new ClientListener() {
	};

	/**
	 * A request is about to be retried, after the wait.
	 * @param request the request
	 * @param refusal the response that is the reason
	 */
	default void onRetry(ServiceRequest request, ServiceResponse refusal) {
	}

	/**
	 * The root was loaded or refreshed. Not called if that fails.
	 * @param fetching the time until both documents were available, from the service or
	 * from the cache
	 * @param parsing the time to parse both documents
	 */
	default void onRootLoaded(Duration fetching, Duration parsing) {
	}

	/**
	 * Return a listener that notifies this listener and then another one.
	 * @param after the other listener
	 * @return the listener
	 */
	default ClientListener andThen(ClientListener after) {
		ClientListener before = this;
		return new ClientListener() {

			@Override
			public void onRetry(ServiceRequest request, ServiceResponse refusal) {
				before.onRetry(request, refusal);
				after.onRetry(request, refusal);
			}

			@Override
			public void onRootLoaded(Duration fetching, Duration parsing) {
				before.onRootLoaded(fetching, parsing);
				after.onRootLoaded(fetching, parsing);
			}

		};
	}

}
