package dev.hyperclient.cookbook.service.security;

/**
 * What a guard decided about a request.
 */
public sealed interface Admission {

	/**
	 * The request may go on to the application.
	 *
	 * @param caller who sent it
	 */
	record Granted(Caller caller) implements Admission {
	}

	/**
	 * The application must not see the request.
	 *
	 * @param status 401 where other credentials would help, 400 where the request itself
	 * is wrong
	 * @param reason what to tell the caller; no secrets, and nothing of what was sent
	 */
	record Refused(int status, String reason) implements Admission {

		static Refused unauthorized(String reason) {
			return new Refused(401, reason);
		}

		static Refused badRequest(String reason) {
			return new Refused(400, reason);
		}

	}

}
