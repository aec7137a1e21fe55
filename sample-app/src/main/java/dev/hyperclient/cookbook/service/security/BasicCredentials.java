package dev.hyperclient.cookbook.service.security;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A user name and a password as they were sent.
 *
 * @param username the user name, which has no colon
 * @param password the password
 */
record BasicCredentials(String username, String password) {

	static BasicCredentials parse(String encoded) {
		String decoded = decode(encoded);
		int colon = decoded.indexOf(':');
		if (colon < 0) {
			throw BadAuthorizationException.unauthorized("Basic credentials must have a colon after the user name.");
		}
		if (decoded.chars().anyMatch(Character::isISOControl)) {
			throw BadAuthorizationException.unauthorized("Basic credentials must not have control characters.");
		}
		return new BasicCredentials(decoded.substring(0, colon), decoded.substring(colon + 1));
	}

	private static String decode(String encoded) {
		try {
			byte[] bytes = Base64.getDecoder().decode(encoded);
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
		}
		catch (IllegalArgumentException | CharacterCodingException ex) {
			throw BadAuthorizationException.unauthorized("Basic credentials must be UTF-8 in Base64.");
		}
	}

	@Override
	public String toString() {
		return "BasicCredentials[username=" + this.username + "]";
	}

}
