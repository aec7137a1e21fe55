package dev.hyperclient.cookbook.service.security;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.testservice.Caller;
import dev.hyperclient.testservice.GuardedRequest;
import dev.hyperclient.testservice.RequestGuard;
import dev.hyperclient.testservice.RequestRefusedException;

import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;

/**
 * Requires requests signed with OAuth 1.0a (RFC 5849) in the {@code Authorization} header
 * field. The signature methods are PLAINTEXT, HMAC-SHA1 and HMAC-SHA256. Requests signed
 * with HMAC are accepted once and within five minutes of their time stamp; PLAINTEXT
 * needs neither time stamp nor nonce.
 * <p>
 * A caller with the empty token is anonymous, if the store has that token. Malformed
 * requests are refused with status 400, wrong credentials with 401; the reason does not
 * reveal which part of the credentials is wrong.
 */
public final class OAuthGuard implements RequestGuard {

	private static final String SCHEME = "OAuth";

	private final String challenge;

	private final AuthenticationManager manager;

	private final AuthenticationTrustResolver trust = new AuthenticationTrustResolverImpl();

	/**
	 * Create a guard.
	 * @param realm the realm of the challenge, in visible ASCII; clients may send another
	 * one
	 * @param authenticateWith accepts or rejects each verified request
	 * @param dataStore finds consumers and tokens
	 */
	public OAuthGuard(String realm, Authenticator authenticateWith, OAuthDataStore dataStore) {
		this(realm, authenticateWith, dataStore, Clock.systemUTC());
	}

	/**
	 * Create a guard with a clock.
	 * @param realm the realm of the challenge, in visible ASCII
	 * @param authenticateWith accepts or rejects each verified request
	 * @param dataStore finds consumers and tokens
	 * @param clock the clock that time stamps are compared with
	 */
	public OAuthGuard(String realm, Authenticator authenticateWith, OAuthDataStore dataStore, Clock clock) {
		this.challenge = RequestGuard.challenge(SCHEME, realm);
		this.manager = new ProviderManager(new OAuthAuthenticationProvider(authenticateWith, dataStore, clock));
	}

	@Override
	public Caller check(GuardedRequest request) {
		OAuthParameters parameters = OAuthParameters.parse(request.credentials(SCHEME));
		OAuthSignatureBase.requestParameters(request);
		try {
			Authentication result = this.manager
				.authenticate(UsernamePasswordAuthenticationToken.unauthenticated(request, parameters));
			String consumer = (result.getPrincipal() instanceof OAuthConsumer principal) ? principal.key() : "";
			return new Caller(consumer, this.trust.isAuthenticated(result));
		}
		catch (AuthenticationException ex) {
			throw RequestRefusedException.unauthorized(String.valueOf(ex.getMessage()));
		}
	}

	@Override
	public String challenge() {
		return this.challenge;
	}

	/**
	 * Accepts or rejects requests with a valid signature.
	 */
	@FunctionalInterface
	public interface Authenticator {

		/**
		 * Accept or reject a consumer with a token.
		 * @param consumer the consumer
		 * @param token the token, possibly the anonymous one
		 * @param parameters the parameters of the {@code Authorization} header field by
		 * name
		 * @return the consumer, or empty to reject the request
		 */
		Optional<OAuthConsumer> authenticate(OAuthConsumer consumer, OAuthToken token, Map<String, String> parameters);

	}

}
