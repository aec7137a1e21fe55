package dev.hyperclient.cookbook.service.security;

import java.time.Clock;

import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;

/**
 * Lets in requests that are signed with OAuth 1.0a (RFC 5849) in their
 * {@code Authorization} header. The methods are PLAINTEXT, whose secrets come
 * unprotected, HMAC-SHA1 and HMAC-SHA256. Requests signed with the latter two are let in
 * once each and within five minutes of their time stamp; PLAINTEXT needs neither time
 * stamp nor nonce.
 * <p>
 * With the empty token a caller is let in without being authenticated, where the store
 * knows that token. What cannot be verified at all is refused with 400, wrong credentials
 * with 401; the reason does not tell which part of them was wrong.
 */
public final class OAuthGuard implements RequestGuard {

	private static final String SCHEME = "OAuth";

	private final String challenge;

	private final AuthenticationManager manager;

	private final AuthenticationTrustResolver trust = new AuthenticationTrustResolverImpl();

	/**
	 * Make a guard.
	 * @param realm what the credentials are for, in visible ASCII; clients may send
	 * another one
	 * @param authenticateWith has the last word on every request
	 * @param dataStore finds consumers and tokens
	 */
	public OAuthGuard(String realm, OAuthAuthenticator authenticateWith, OAuthDataStore dataStore) {
		this(realm, authenticateWith, dataStore, Clock.systemUTC());
	}

	/**
	 * Make a guard that has the time from a clock.
	 * @param realm what the credentials are for, in visible ASCII
	 * @param authenticateWith has the last word on every request
	 * @param dataStore finds consumers and tokens
	 * @param clock the time that time stamps are compared with
	 */
	public OAuthGuard(String realm, OAuthAuthenticator authenticateWith, OAuthDataStore dataStore, Clock clock) {
		this.challenge = Challenge.of(SCHEME, realm);
		this.manager = new ProviderManager(new OAuthAuthenticationProvider(authenticateWith, dataStore, clock));
	}

	@Override
	public Admission check(GuardedRequest request) {
		try {
			OAuthParameters parameters = OAuthParameters
				.check(OAuthHeaderParser.parse(AuthorizationHeader.credentials(request, SCHEME)));
			RequestParameters.of(request);
			Authentication known = this.manager
				.authenticate(OAuthAuthenticationToken.unauthenticated(request, parameters));
			String consumer = (known.getPrincipal() instanceof OAuthConsumer principal) ? principal.key() : "";
			return new Admission.Granted(new Caller(consumer, this.trust.isAuthenticated(known)));
		}
		catch (BadAuthorizationException ex) {
			return ex.refusal();
		}
		catch (AuthenticationException ex) {
			return Admission.Refused.unauthorized(String.valueOf(ex.getMessage()));
		}
	}

	@Override
	public String challenge() {
		return this.challenge;
	}

}
