package dev.hyperclient.cookbook.service.security;

import java.util.List;

import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;

/**
 * Asks the application's function whether it knows the user.
 *
 * @param authenticator the function
 */
record BasicAuthenticationProvider(BasicAuthenticator authenticator) implements AuthenticationProvider {

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
