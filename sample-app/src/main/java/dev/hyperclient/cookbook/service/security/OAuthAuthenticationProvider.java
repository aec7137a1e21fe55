package dev.hyperclient.cookbook.service.security;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import dev.hyperclient.testservice.GuardedRequest;

import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/**
 * Verifies signed requests (RFC 5849, section 3.2).
 */
final class OAuthAuthenticationProvider implements AuthenticationProvider {

	static final String BAD_CREDENTIALS = "The consumer, the token or the signature is not right.";

	private static final List<GrantedAuthority> ANONYMOUS = List.of(new SimpleGrantedAuthority("ROLE_ANONYMOUS"));

	private static final Duration WINDOW = Duration.ofMinutes(5);

	private static final int MAX_NONCES = 50_000;

	private final OAuthGuard.Authenticator authenticator;

	private final OAuthDataStore store;

	private final NonceMemory nonces;

	/**
	 * Separate, because requests signed with the empty token need no secret: they could
	 * fill a common memory and so lock out authenticated consumers.
	 */
	private final NonceMemory anonymousNonces;

	OAuthAuthenticationProvider(OAuthGuard.Authenticator authenticator, OAuthDataStore store, Clock clock) {
		this.authenticator = authenticator;
		this.store = store;
		this.nonces = new NonceMemory(clock, WINDOW, MAX_NONCES);
		this.anonymousNonces = new NonceMemory(clock, WINDOW, MAX_NONCES);
	}

	@Override
	public Authentication authenticate(Authentication authentication) {
		GuardedRequest request = (GuardedRequest) Objects.requireNonNull(authentication.getPrincipal());
		OAuthParameters parameters = (OAuthParameters) Objects.requireNonNull(authentication.getCredentials());
		OAuthConsumer consumer = this.store.findConsumer(parameters.consumerKey())
			.orElseThrow(() -> new BadCredentialsException(BAD_CREDENTIALS));
		OAuthToken token = this.store.findToken(consumer, parameters.tokenKey())
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

	@Override
	public boolean supports(Class<?> authentication) {
		return UsernamePasswordAuthenticationToken.class.isAssignableFrom(authentication);
	}

	private static void requireFirstUse(OAuthParameters parameters, NonceMemory memory) {
		if (!memory.accepts(parameters.timestamp())) {
			throw new BadCredentialsException("The time stamp is too far from the time here.");
		}
		if (!memory.add(parameters.timestamp(), parameters.nonce(), parameters.consumerKey(), parameters.tokenKey())) {
			throw new BadCredentialsException("The nonce has been used before.");
		}
	}

}
