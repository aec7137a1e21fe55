package dev.hyperclient.cookbook.service.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.testservice.Caller;
import dev.hyperclient.testservice.GuardedRequest;
import dev.hyperclient.testservice.RequestGuard;
import dev.hyperclient.testservice.RequestRefusedException;

import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

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

	private static final String BAD_CREDENTIALS = "The consumer, the token or the signature is not right.";

	private static final String SCHEME = "OAuth";

	private static final List<GrantedAuthority> ANONYMOUS = List.of(new SimpleGrantedAuthority("ROLE_ANONYMOUS"));

	private static final Duration WINDOW = Duration.ofMinutes(5);

	private static final int MAX_NONCES = 50_000;

	private final String challenge;

	private final Authenticator authenticator;

	private final OAuthDataStore store;

	private final NonceMemory nonces;

	/**
	 * Separate, because requests signed with the empty token need no secret: they could
	 * fill a common memory and so lock out authenticated consumers.
	 */
	private final NonceMemory anonymousNonces;

	/**
	 * Create a guard.
	 * @param realm the realm of the challenge, in visible ASCII; clients may send another
	 * one
	 * @param authenticateWith accepts or rejects each verified request
	 * @param dataStore finds consumers and tokens
	 * @param clock the clock that time stamps are compared with
	 */
	public OAuthGuard(String realm, Authenticator authenticateWith, OAuthDataStore dataStore, Clock clock) {
		this.challenge = RequestGuard.challenge(SCHEME, realm);
		this.authenticator = authenticateWith;
		this.store = dataStore;
		this.nonces = new NonceMemory(clock, WINDOW, MAX_NONCES);
		this.anonymousNonces = new NonceMemory(clock, WINDOW, MAX_NONCES);
	}

	@Override
	public Caller check(GuardedRequest request) {
		OAuthParameters parameters = OAuthParameters.parse(request.credentials(SCHEME));
		OAuthSignatureMethod.requestParameters(request);
		try {
			Authentication result = authenticate(request, parameters);
			String consumer = (result.getPrincipal() instanceof OAuthConsumer principal) ? principal.key() : "";
			return new Caller(consumer, !(result instanceof AnonymousAuthenticationToken));
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
	 * Compare secrets in constant time.
	 * @param expected the correct secret
	 * @param given the secret as sent
	 * @return whether they are equal
	 */
	public static boolean isEqual(String expected, String given) {
		return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
	}

	private Authentication authenticate(GuardedRequest request, OAuthParameters parameters) {
		OAuthConsumer consumer = this.store.findConsumer(parameters.get(OAuthParameters.CONSUMER))
			.orElseThrow(() -> new BadCredentialsException(BAD_CREDENTIALS));
		OAuthToken token = this.store.findToken(consumer, parameters.get(OAuthParameters.TOKEN))
			.orElseThrow(() -> new BadCredentialsException(BAD_CREDENTIALS));
		if (!parameters.signatureMethod().verifies(request, parameters, consumer, token)) {
			throw new BadCredentialsException(BAD_CREDENTIALS);
		}
		if (parameters.signatureMethod() != OAuthSignatureMethod.PLAINTEXT) {
			requireFirstUse(parameters, token.isAnonymous() ? this.anonymousNonces : this.nonces);
		}
		OAuthConsumer accepted = this.authenticator.authenticate(consumer, token, parameters.values())
			.orElseThrow(() -> new BadCredentialsException("This consumer and token are not permitted."));
		return token.isAnonymous() ? new AnonymousAuthenticationToken("oauth", accepted, ANONYMOUS)
				: UsernamePasswordAuthenticationToken.authenticated(accepted, null, List.of());
	}

	private static void requireFirstUse(OAuthParameters parameters, NonceMemory memory) {
		if (!memory.accepts(parameters.timestamp())) {
			throw new BadCredentialsException("The time stamp is too far from the time here.");
		}
		if (!memory.add(parameters.timestamp(), parameters.get(OAuthParameters.NONCE),
				parameters.get(OAuthParameters.CONSUMER), parameters.get(OAuthParameters.TOKEN))) {
			throw new BadCredentialsException("The nonce has been used before.");
		}
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
