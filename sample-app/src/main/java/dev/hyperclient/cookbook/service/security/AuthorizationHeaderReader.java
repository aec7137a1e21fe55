package dev.hyperclient.cookbook.service.security;

import java.util.List;

import dev.hyperclient.testservice.GuardedRequest;

/**
 * Reads the {@code Authorization} header field of a request.
 */
final class AuthorizationHeaderReader {

	static final int MAX_LENGTH = 8 * 1024;

	private AuthorizationHeaderReader() {
	}

	/**
	 * Return the credentials after the name of the scheme.
	 * @param request the request
	 * @param scheme the expected scheme
	 * @return the credentials, possibly empty
	 * @throws BadAuthorizationException unless there is exactly one field with this
	 * scheme
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
		if (value.length() > MAX_LENGTH) {
			throw BadAuthorizationException
				.badRequest("The Authorization header may have " + MAX_LENGTH + " characters at the most.");
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
