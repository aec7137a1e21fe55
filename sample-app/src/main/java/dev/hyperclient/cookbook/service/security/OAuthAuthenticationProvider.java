package dev.hyperclient.cookbook.service.security;

import java.time.Clock;
import java.time.Duration;
import java.util.List;

import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/**
 * Verifies a signed request (RFC 5849, section 3.2) and asks the application.
 */
class OAuthAuthenticationProvider implements AuthenticationProvider {

	static final String WRONG = "The consumer, the token or the signature is not right.";

	private static final Duration WINDOW = Duration.ofMinutes(5);

	private static final int MOST_NONCES = 50_000;

	private final OAuthAuthenticator authenticator;

	private final OAuthDataStore store;

	private final NonceMemory nonces;

	/**
	 * Anybody can sign anonymously, so anybody could fill a common memory and so shut out
	 * the others.
	 */
	private final NonceMemory anonymousNonces;

	OAuthAuthenticationProvider(OAuthAuthenticator authenticator, OAuthDataStore store, Clock clock) {
		this.authenticator = authenticator;
		this.store = store;
		this.nonces = new NonceMemory(clock, WINDOW, MOST_NONCES);
		this.anonymousNonces = new NonceMemory(clock, WINDOW, MOST_NONCES);
	}

	@Override
	public Authentication authenticate(Authentication authentication) {
		OAuthAuthenticationToken sent = (OAuthAuthenticationToken) authentication;
		OAuthParameters parameters = sent.parameters();
		OAuthConsumer consumer = this.store.findConsumer(parameters.consumerKey())
			.orElseThrow(() -> new BadCredentialsException(WRONG));
		OAuthToken token = this.store.findToken(consumer, parameters.tokenKey())
			.orElseThrow(() -> new BadCredentialsException(WRONG));
		if (!parameters.signatureMethod().verifies(sent.request(), parameters, consumer, token)) {
			throw new BadCredentialsException(WRONG);
		}
		if (parameters.signatureMethod() != SignatureMethod.PLAINTEXT) {
			refuseRepeated(parameters, token.isAnonymous() ? this.anonymousNonces : this.nonces);
		}
		OAuthConsumer known = this.authenticator.authenticate(consumer, token, parameters.values())
			.orElseThrow(() -> new BadCredentialsException("This consumer and token may not come in."));
		return token.isAnonymous() ? anonymous(known) : sent.authenticatedAs(known);
	}

	@Override
	public boolean supports(Class<?> authentication) {
		return OAuthAuthenticationToken.class.isAssignableFrom(authentication);
	}

	private static void refuseRepeated(OAuthParameters parameters, NonceMemory memory) {
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

}
