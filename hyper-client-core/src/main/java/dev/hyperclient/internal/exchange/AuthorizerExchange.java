package dev.hyperclient.internal.exchange;

import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

/**
 * Authorizes each attempt. Innermost, so that each retry and redirect has a signature of
 * its own, and a cache hit needs none. Created for a single call, in which the authorizer
 * may renew its credentials once after a 401. Not thread-safe.
 */
final class AuthorizerExchange implements Exchange {

	private static final int UNAUTHORIZED = 401;

	private final Exchange next;

	private final Credentials credentials;

	private boolean renewed;

	AuthorizerExchange(Exchange next, Credentials credentials) {
		this.next = next;
		this.credentials = credentials;
	}

	@Override
	public ServiceResponse exchange(ServiceRequest request) {
		ServiceRequest attempt = this.credentials.applyTo(request);
		ServiceResponse response = send(attempt);
		if (response.status() != UNAUTHORIZED || this.renewed) {
			return response;
		}
		this.renewed = true;
		return this.credentials.renewedFor(attempt, response) ? send(this.credentials.applyTo(request)) : response;
	}

	private ServiceResponse send(ServiceRequest attempt) {
		ServiceResponse response = this.next.exchange(attempt);
		if (!WebClientExchange.isError(response.status())) {
			this.credentials.accepted(attempt);
		}
		return response;
	}

}
