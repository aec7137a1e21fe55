package dev.hyperclient.retry;

import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

/**
 * Is told of each request that is about to be sent again, after the wait. Called by the
 * thread that does the work, so it should be quick. An exception it throws is logged and
 * does not harm the call. Implementations must be thread-safe.
 */
@FunctionalInterface
public interface RetryListener {

	/**
	 * Does not listen.
	 */
	RetryListener NONE = (request, refusal) -> {
	};

	/**
	 * A request is sent again.
	 * @param request the request
	 * @param refusal the answer that is the reason
	 */
	void onRetry(ServiceRequest request, ServiceResponse refusal);

	/**
	 * This listener and another one.
	 * @param after is told after this one
	 * @return a listener that tells both
	 */
	default RetryListener andThen(RetryListener after) {
		return (request, refusal) -> {
			onRetry(request, refusal);
			after.onRetry(request, refusal);
		};
	}

}
