package dev.hyperclient.testservice;

/**
 * Decides whether the service handles a request. Called by several threads; must not
 * block.
 */
@FunctionalInterface
public interface RequestGuard {

	/**
	 * Check a request before the service handles it.
	 * @param request the request
	 * @return the decision, also for malformed credentials; never an exception
	 */
	Decision check(GuardedRequest request);

	/**
	 * Return the challenge of every response with status 401, whether the guard or the
	 * service refused the request.
	 * @return the value of {@code WWW-Authenticate}
	 */
	default String challenge() {
		return challenge("Basic", "service");
	}

	/**
	 * Create a guard that permits all requests as anonymous.
	 * @param realm the realm of the challenge, in visible ASCII
	 * @return the guard
	 */
	static RequestGuard open(String realm) {
		String challenge = challenge("Basic", realm);
		return new RequestGuard() {

			@Override
			public Decision check(GuardedRequest request) {
				return new Granted(Caller.ANONYMOUS);
			}

			@Override
			public String challenge() {
				return challenge;
			}

		};
	}

	/**
	 * Create a challenge. Quotes and backslashes in the realm are escaped.
	 * @param scheme the authentication scheme
	 * @param realm the realm
	 * @return the challenge
	 * @throws IllegalArgumentException if the realm is blank or not visible ASCII
	 */
	static String challenge(String scheme, String realm) {
		if (realm.isBlank() || realm.chars().anyMatch((character) -> character < 0x20 || character > 0x7e)) {
			throw new IllegalArgumentException("A realm must be visible ASCII text: '" + realm + "'");
		}
		return scheme + " realm=\"" + realm.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
	}

	/**
	 * Decision about a request.
	 */
	sealed interface Decision {

	}

	/**
	 * The request is permitted.
	 *
	 * @param caller the caller
	 */
	record Granted(Caller caller) implements Decision {
	}

	/**
	 * The request is refused.
	 *
	 * @param status 401 if other credentials may help, 400 if the request is malformed
	 * @param reason the text of the response, without secrets or parts of the request
	 */
	record Refused(int status, String reason) implements Decision {

		/**
		 * Refuse with status 401.
		 * @param reason the text of the response
		 * @return the decision
		 */
		public static Refused unauthorized(String reason) {
			return new Refused(401, reason);
		}

		/**
		 * Refuse with status 400.
		 * @param reason the text of the response
		 * @return the decision
		 */
		public static Refused badRequest(String reason) {
			return new Refused(400, reason);
		}

	}

}
