package dev.hyperclient.cookbook.service.security;

/**
 * The credentials of a request cannot even be read.
 */
class BadAuthorizationException extends RuntimeException {

	private final transient Admission.Refused refusal;

	BadAuthorizationException(Admission.Refused refusal) {
		super(refusal.reason(), null, false, false);
		this.refusal = refusal;
	}

	Admission.Refused refusal() {
		return this.refusal;
	}

	static BadAuthorizationException unauthorized(String reason) {
		return new BadAuthorizationException(Admission.Refused.unauthorized(reason));
	}

	static BadAuthorizationException badRequest(String reason) {
		return new BadAuthorizationException(Admission.Refused.badRequest(reason));
	}

}
