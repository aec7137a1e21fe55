package dev.hyperclient.cookbook.service.security;

import java.util.List;

import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.GrantedAuthority;

/**
 * A signed request on its way through the authentication.
 */
class OAuthAuthenticationToken extends AbstractAuthenticationToken {

	private final transient Object principal;

	private final transient GuardedRequest request;

	private final transient OAuthParameters parameters;

	private OAuthAuthenticationToken(Object principal, GuardedRequest request, OAuthParameters parameters,
			boolean authenticated) {
		super(List.<GrantedAuthority>of());
		this.principal = principal;
		this.request = request;
		this.parameters = parameters;
		setAuthenticated(authenticated);
	}

	static OAuthAuthenticationToken unauthenticated(GuardedRequest request, OAuthParameters parameters) {
		return new OAuthAuthenticationToken(parameters.consumerKey(), request, parameters, false);
	}

	OAuthAuthenticationToken authenticatedAs(OAuthConsumer consumer) {
		return new OAuthAuthenticationToken(consumer, this.request, this.parameters, true);
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
