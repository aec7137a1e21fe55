package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;

/**
 * Requires one user name and password.
 */
final class BasicGuard implements RequestGuard {

	private final String username;

	private final byte[] expected;

	BasicGuard(String username, String password) {
		if (username.contains(":")) {
			throw new IllegalArgumentException("A user name cannot contain a colon");
		}
		this.username = username;
		this.expected = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public Decision check(GuardedRequest request) {
		if (request.authorizations().size() == 1 && isExpected(request.authorizations().get(0))) {
			return new Granted(new Caller(this.username, true));
		}
		return Refused.unauthorized(
				request.authorizations().isEmpty() ? "Credentials are required." : "Wrong user name or password.");
	}

	private boolean isExpected(String authorization) {
		if (!authorization.regionMatches(true, 0, "Basic ", 0, 6)) {
			return false;
		}
		try {
			return MessageDigest.isEqual(this.expected, Base64.getDecoder().decode(authorization.substring(6).strip()));
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

}
