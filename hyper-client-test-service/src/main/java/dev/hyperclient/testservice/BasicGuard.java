package dev.hyperclient.testservice;

/**
 * Guard for one user name and password, which clients of the test can read.
 *
 * @param username the user name
 * @param password the password
 * @param delegate checks requests
 */
record BasicGuard(String username, String password, RequestGuard delegate) implements RequestGuard {

	BasicGuard(String username, String password) {
		this(username, password,
				RequestGuard.basic("service", (user, given) -> user.equals(username) && given.equals(password)));
	}

	@Override
	public Caller check(GuardedRequest request) {
		return this.delegate.check(request);
	}

	@Override
	public String challenge() {
		return this.delegate.challenge();
	}

	/** Without the password. */
	@Override
	public String toString() {
		return "Basic authentication of " + this.username;
	}

}
