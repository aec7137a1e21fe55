package dev.hyperclient.cookbook.service.security;

import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;

/**
 * Lets in whoever brings a user name and the password for it (RFC 7617, UTF-8). The
 * password comes unprotected: use it where the connection is private.
 */
public final class BasicGuard implements RequestGuard {

	private static final String SCHEME = "Basic";

	private final String challenge;

	private final AuthenticationManager manager;

	/**
	 * Make a guard.
	 * @param realm what the credentials are for, in visible ASCII
	 * @param authenticator knows the users
	 */
	public BasicGuard(String realm, BasicAuthenticator authenticator) {
		this.challenge = Challenge.of(SCHEME, realm) + ", charset=\"UTF-8\"";
		this.manager = new ProviderManager(new BasicAuthenticationProvider(authenticator));
	}

	@Override
	public Admission check(GuardedRequest request) {
		try {
			BasicCredentials sent = BasicCredentials.parse(AuthorizationHeader.credentials(request, SCHEME));
			Authentication user = this.manager
				.authenticate(UsernamePasswordAuthenticationToken.unauthenticated(sent.username(), sent.password()));
			return new Admission.Granted(new Caller(user.getName(), true));
		}
		catch (BadAuthorizationException ex) {
			return ex.refusal();
		}
		catch (AuthenticationException ex) {
			return Admission.Refused.unauthorized("The user name or the password is not right.");
		}
	}

	@Override
	public String challenge() {
		return this.challenge;
	}

}
