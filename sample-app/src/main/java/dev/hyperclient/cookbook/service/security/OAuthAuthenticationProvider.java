package dev.hyperclient.cookbook.service.security;

import java.time.Clock;
import java.time.Duration;
import java.util.List;

import dev.hyperclient.testservice.GuardedRequest;

import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/**
 * Verifies signed requests (RFC 5849, section 3.2).
 */
final class OAuthAuthenticationProvider implements AuthenticationProvider {

	static final String BAD_CREDENTIALS = "The consumer, the token or the signature is not right.";

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
		SignedRequestToken sent = (SignedRequestToken) authentication;
		OAuthParameters parameters = sent.parameters();
		OAuthConsumer consumer = this.store.findConsumer(parameters.consumerKey())
			.orElseThrow(() -> new BadCredentialsException(BAD_CREDENTIALS));
		OAuthToken token = this.store.findToken(consumer, parameters.tokenKey())
			.orElseThrow(() -> new BadCredentialsException(BAD_CREDENTIALS));
		if (!parameters.signatureMethod().verifies(sent.request(), parameters, consumer, token)) {
			throw new BadCredentialsException(BAD_CREDENTIALS);
		}
		if (parameters.signatureMethod() != OAuthSignatureMethod.PLAINTEXT) {
			requireFirstUse(parameters, token.isAnonymous() ? this.anonymousNonces : this.nonces);
		}
		OAuthConsumer accepted = this.authenticator.authenticate(consumer, token, parameters.values())
			.orElseThrow(() -> new BadCredentialsException("This consumer and token are not permitted."));
		return token.isAnonymous() ? anonymous(accepted) : sent.authenticatedAs(accepted);
	}

	@Override
	public boolean supports(Class<?> authentication) {
		return SignedRequestToken.class.isAssignableFrom(authentication);
	}

	private static void requireFirstUse(OAuthParameters parameters, NonceMemory memory) {
		if (!memory.accepts(parameters.timestamp())) {
			throw new BadCredentialsException("The time stamp is too far from the time here.");
		}
		if (!memory.add(parameters.timestamp(), parameters.nonce(), parameters.consumerKey(), parameters.tokenKey())) {
			throw new BadCredentialsException("The nonce has been used before.");
		}
	}

	private static Authentication anonymous(OAuthConsumer consumer) {
		return new AnonymousAuthenticationToken("oauth", consumer,
				List.of(new SimpleGrantedAuthority("ROLE_ANONYMOUS")));
	}

	/**
	 * A signed request, before or after its authentication.
	 */
	static final class SignedRequestToken extends AbstractAuthenticationToken {

		private final transient Object principal;

		private final transient GuardedRequest request;

		private final transient OAuthParameters parameters;

		private SignedRequestToken(Object principal, GuardedRequest request, OAuthParameters parameters,
				boolean authenticated) {
			super(List.<GrantedAuthority>of());
			this.principal = principal;
			this.request = request;
			this.parameters = parameters;
			setAuthenticated(authenticated);
		}

		static SignedRequestToken unauthenticated(GuardedRequest request, OAuthParameters parameters) {
			return new SignedRequestToken(parameters.consumerKey(), request, parameters, false);
		}

		SignedRequestToken authenticatedAs(OAuthConsumer consumer) {
			return new SignedRequestToken(consumer, this.request, this.parameters, true);
		}

		GuardedRequest request() {
			return this.request;
		}

		OAuthParameters parameters() {
			return this.parameters;
		}

		@Override
		public Object getCredentials() {
			return this.parameters.signature();
		}

		@Override
		public Object getPrincipal() {
			return this.principal;
		}

	}

}
