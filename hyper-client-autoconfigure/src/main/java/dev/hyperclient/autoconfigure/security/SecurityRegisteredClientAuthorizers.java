package dev.hyperclient.autoconfigure.security;

import java.util.function.Function;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.autoconfigure.HyperClientProperties;
import dev.hyperclient.autoconfigure.RegisteredClientAuthorizers;
import dev.hyperclient.security.OAuth2ClientAuthorizer;

import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;

/**
 * Authorizers for the clients that Spring Security has registered. The application itself
 * is the principal, so services that share a registration share its token.
 */
final class SecurityRegisteredClientAuthorizers implements RegisteredClientAuthorizers {

	private static final String PRINCIPAL = "hyper-client";

	private final ClientRegistrationRepository registrations;

	private final OAuth2AuthorizedClientService clients;

	private final Function<HyperClientProperties, ? extends OAuth2AuthorizedClientManager> managers;

	SecurityRegisteredClientAuthorizers(ClientRegistrationRepository registrations,
			OAuth2AuthorizedClientService clients,
			Function<HyperClientProperties, ? extends OAuth2AuthorizedClientManager> managers) {
		this.registrations = registrations;
		this.clients = clients;
		this.managers = managers;
	}

	@Override
	public HttpAuthorizer authorizerFor(String registrationId, HyperClientProperties service) {
		if (this.registrations.findByRegistrationId(registrationId) == null) {
			throw new FailureAnalyzedException(
					"There is no client registration '%s' for OAuth 2.".formatted(registrationId),
					"Define 'spring.security.oauth2.client.registration.%1$s' with the grant type client_credentials, or correct the 'oauth2.registration-id' that names '%1$s'."
						.formatted(registrationId));
		}
		return new OAuth2ClientAuthorizer(this.managers.apply(service), this.clients, registrationId, PRINCIPAL);
	}

}
