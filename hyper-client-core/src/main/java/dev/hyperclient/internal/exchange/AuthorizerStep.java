package dev.hyperclient.internal.exchange;

import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

/**
 * Authorizes each attempt. Directly above WebClient, so that each retry and redirect has
 * a signature of its own, and a cache hit needs none. The authorizer may renew its
 * credentials once after a 401.
 *
 * @param next the step that sends requests
 * @param credentials the authorizer and its origin
 */
record AuthorizerStep(Step next, Credentials credentials) implements Step {

	private static final int UNAUTHORIZED = 401;

	@Override
	public ServiceResponse exchange(ServiceRequest request, CallState call) {
		ServiceRequest attempt = this.credentials.applyTo(request);
		ServiceResponse response = send(attempt, call);
		if (response.status() != UNAUTHORIZED || !call.memory().mayRenew()) {
			return response;
		}
		return this.credentials.renewedFor(attempt, response) ? send(this.credentials.applyTo(request), call)
				: response;
	}

	private ServiceResponse send(ServiceRequest attempt, CallState call) {
		ServiceResponse response = this.next.exchange(attempt, call);
		if (!WebClientStep.isError(response.status())) {
			this.credentials.accepted(attempt);
		}
		return response;
	}

}
