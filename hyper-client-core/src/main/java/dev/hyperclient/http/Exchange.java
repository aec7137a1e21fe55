package dev.hyperclient.http;

/**
 * A step of the exchange of requests and responses: it returns a response by itself or
 * calls the next step.
 * <p>
 * The calling thread waits for the response. Thread-safe, unless a step is created for a
 * single call.
 */
@FunctionalInterface
public interface Exchange {

	/**
	 * Send a request. A response of any status is returned, not thrown.
	 * @param request the request
	 * @return the response
	 * @throws dev.hyperclient.error.HyperClientException if there is no response
	 */
	ServiceResponse exchange(ServiceRequest request);

}
