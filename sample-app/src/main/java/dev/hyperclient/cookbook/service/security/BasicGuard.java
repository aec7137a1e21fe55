package dev.hyperclient.cookbook.service.security;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

import dev.hyperclient.testservice.Caller;
import dev.hyperclient.testservice.GuardedRequest;
import dev.hyperclient.testservice.RequestGuard;

import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;

/**
 * Requires HTTP Basic authentication (RFC 7617) with UTF-8.
 */
public final class BasicGuard implements RequestGuard {

	private static final String SCHEME = "Basic";

	private final String challenge;

	private final AuthenticationManager manager;

	/**
	 * Create a guard.
	 * @param realm the realm of the challenge, in visible ASCII
	 * @param authenticator verifies user name and password
	 */
	public BasicGuard(String realm, Authenticator authenticator) {
		this.challenge = RequestGuard.challenge(SCHEME, realm) + ", charset=\"UTF-8\"";
		this.manager = new ProviderManager(new Provider(authenticator));
	}

	@Override
	public RequestGuard.Decision check(GuardedRequest request) {
		try {
			Credentials sent = Credentials.parse(AuthorizationHeaderReader.credentials(request, SCHEME));
			Authentication user = this.manager
				.authenticate(UsernamePasswordAuthenticationToken.unauthenticated(sent.username(), sent.password()));
			return new RequestGuard.Granted(new Caller(user.getName(), true));
		}
		catch (BadAuthorizationException ex) {
			return ex.refusal();
		}
		catch (AuthenticationException ex) {
			return RequestGuard.Refused.unauthorized("The user name or the password is not right.");
		}
	}

	@Override
	public String challenge() {
		return this.challenge;
	}

	/**
	 * Verifies a user name and a password.
	 */
	@FunctionalInterface
	public interface Authenticator {

		/**
		 * Return the user with a name and a password.
		 * @param username the user name as sent
		 * @param password the password as sent
		 * @return the name of the user, or empty if there is no such user with this
		 * password
		 */
		Optional<String> authenticate(String username, String password);

	}

	private record Provider(Authenticator authenticator) implements AuthenticationProvider {

		@Override
		public Authentication authenticate(Authentication sent) {
			String user = this.authenticator.authenticate(sent.getName(), String.valueOf(sent.getCredentials()))
				.orElseThrow(() -> new BadCredentialsException("Unknown user or wrong password"));
			return UsernamePasswordAuthenticationToken.authenticated(user, null, List.of());
		}

		@Override
		public boolean supports(Class<?> authentication) {
			return UsernamePasswordAuthenticationToken.class.isAssignableFrom(authentication);
		}

	}

	/**
	 * A user name and a password as sent.
	 *
	 * @param username the user name, which has no colon
	 * @param password the password
	 */
	record Credentials(String username, String password) {

		static Credentials parse(String encoded) {
			String decoded = decode(encoded);
			int colon = decoded.indexOf(':');
			if (colon < 0) {
				throw BadAuthorizationException
					.unauthorized("Basic credentials must have a colon after the user name.");
			}
			if (decoded.chars().anyMatch(Character::isISOControl)) {
				throw BadAuthorizationException.unauthorized("Basic credentials must not have control characters.");
			}
			return new Credentials(decoded.substring(0, colon), decoded.substring(colon + 1));
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
			return "Credentials[username=" + this.username + "]";
		}

	}

}
