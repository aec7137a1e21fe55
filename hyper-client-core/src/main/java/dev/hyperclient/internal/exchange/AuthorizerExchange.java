package dev.hyperclient.internal.exchange;

import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

/**
 * Shows every single attempt to the authorizer. Innermost, so that a retry or a hop is
 * never sent with an old signature and a stored response costs none.
 */
final class AuthorizerExchange implements Exchange {

	private final Exchange next;

	private final Credentials credentials;

	AuthorizerExchange(Exchange next, Credentials credentials) {
		this.next = next;
		this.credentials = credentials;
	}

	@Override
	public ServiceResponse exchange(ServiceRequest request) {
		return this.next.exchange(this.credentials.applyTo(request));
	}

}
