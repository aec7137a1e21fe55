package dev.hyperclient.internal.exchange;

import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

/**
 * Shows every single attempt to the authorizer. Innermost, so that a retry or a hop is
 * never sent with an old signature and a stored response costs none. There is one for
 * each call, which remembers that the authorizer was told of a 401.
 */
final class AuthorizerExchange implements Exchange {

	private static final int UNAUTHORIZED = 401;

	private final Exchange next;

	private final Credentials credentials;

	private boolean told;

	AuthorizerExchange(Exchange next, Credentials credentials) {
		this.next = next;
		this.credentials = credentials;
	}

	@Override
	public ServiceResponse exchange(ServiceRequest request) {
		ServiceRequest attempt = this.credentials.applyTo(request);
		ServiceResponse response = this.next.exchange(attempt);
		if (response.status() != UNAUTHORIZED || this.told) {
			return response;
		}
		this.told = true;
		return this.credentials.renewedFor(attempt, response) ? this.next.exchange(this.credentials.applyTo(request))
				: response;
	}

}
