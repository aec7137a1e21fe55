package dev.hyperclient.cookbook.service.security;

/**
 * Stands before an application and decides who gets in. Guards are called by many threads
 * at once and never block for long.
 */
public interface RequestGuard {

	/**
	 * Look at a request before the application sees it.
	 * @param request the request
	 * @return who sent it, or why it is refused; whatever the request holds, this is the
	 * result and not an exception
	 */
	Admission check(GuardedRequest request);

	/**
	 * What an answer 401 says in {@code WWW-Authenticate}.
	 * @return the value of the header field
	 */
	String challenge();

	/**
	 * A guard that lets everybody in without asking who it is.
	 * @param realm the realm of the challenge, for the application's own refusals
	 * @return the guard
	 */
	static RequestGuard open(String realm) {
		return new OpenGuard(Challenge.of("Basic", realm));
	}

}
