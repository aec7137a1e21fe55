package dev.hyperclient.testservice;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * The user name and password of a request (RFC 7617).
 *
 * @param username the user name
 * @param password the password
 */
record BasicCredentials(String username, String password) {

	/**
	 * Return the credentials of a request.
	 * @param request the request
	 * @return the credentials, or empty if they are malformed
	 * @throws RequestRefusedException if the request has no such credentials
	 */
	static Optional<BasicCredentials> of(GuardedRequest request) {
		try {
			byte[] bytes = Base64.getDecoder().decode(request.credentials("Basic"));
			String decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
			int colon = decoded.indexOf(':');
			return (colon < 0 || decoded.chars().anyMatch(Character::isISOControl)) ? Optional.empty()
					: Optional.of(new BasicCredentials(decoded.substring(0, colon), decoded.substring(colon + 1)));
		}
		catch (IllegalArgumentException | CharacterCodingException ex) {
			return Optional.empty();
		}
	}

}
