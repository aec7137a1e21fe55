package dev.hyperclient.cookbook.service.security;

import dev.hyperclient.testservice.RequestGuard;

/**
 * Thrown when the credentials of a request are absent or malformed.
 */
final class BadAuthorizationException extends RuntimeException {

	private final transient RequestGuard.Refused refusal;

	BadAuthorizationException(RequestGuard.Refused refusal) {
		super(refusal.reason(), null, false, false);
		this.refusal = refusal;
	}

	RequestGuard.Refused refusal() {
		return this.refusal;
	}

	static BadAuthorizationException unauthorized(String reason) {
		return new BadAuthorizationException(RequestGuard.Refused.unauthorized(reason));
	}

	static BadAuthorizationException badRequest(String reason) {
		return new BadAuthorizationException(RequestGuard.Refused.badRequest(reason));
	}

}
