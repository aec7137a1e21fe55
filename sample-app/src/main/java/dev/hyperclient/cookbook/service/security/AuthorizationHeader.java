package dev.hyperclient.cookbook.service.security;

import java.util.List;

/**
 * Finds the one {@code Authorization} header field of a request.
 */
final class AuthorizationHeader {

	static final int LONGEST = 8 * 1024;

	private AuthorizationHeader() {
	}

	/**
	 * The credentials that follow the name of the scheme.
	 * @param request the request
	 * @param scheme the scheme that is expected
	 * @return the credentials, perhaps empty
	 * @throws BadAuthorizationException if there are none for this scheme
	 */
	static String credentials(GuardedRequest request, String scheme) {
		List<String> all = request.authorizations();
		if (all.isEmpty()) {
			throw BadAuthorizationException.unauthorized("This service wants " + scheme + " credentials.");
		}
		if (all.size() > 1) {
			throw BadAuthorizationException.badRequest("There must be one Authorization header only.");
		}
		String value = all.get(0).strip();
		if (value.length() > LONGEST) {
			throw BadAuthorizationException
				.badRequest("The Authorization header may have " + LONGEST + " characters at the most.");
		}
		if (value.chars().anyMatch((character) -> character < 0x20 || character > 0x7e)) {
			throw BadAuthorizationException.badRequest("The Authorization header must be visible ASCII text.");
		}
		int blank = value.indexOf(' ');
		if (!((blank < 0) ? value : value.substring(0, blank)).equalsIgnoreCase(scheme)) {
			throw BadAuthorizationException
				.unauthorized("This service wants " + scheme + " credentials, and the request has others.");
		}
		return (blank < 0) ? "" : value.substring(blank).strip();
	}

}
