package dev.hyperclient.internal.exchange;

import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

/**
 * A step of the exchange of requests and responses: it returns a response by itself or
 * calls the next step. The calling thread waits for the response. Thread-safe.
 */
@FunctionalInterface
interface Step {

	/**
	 * Send a request. A response of any status is returned, not thrown.
	 * @param call the call that the request is part of
	 * @throws dev.hyperclient.error.HyperClientException if there is no response
	 */
	ServiceResponse exchange(ServiceRequest request, CallState call);

}
