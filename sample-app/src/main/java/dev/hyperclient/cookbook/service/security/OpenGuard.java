package dev.hyperclient.cookbook.service.security;

/**
 * Lets everybody in.
 *
 * @param challenge what an answer 401 says
 */
record OpenGuard(String challenge) implements RequestGuard {

	@Override
	public Admission check(GuardedRequest request) {
		return new Admission.Granted(Caller.ANONYMOUS);
	}

}
