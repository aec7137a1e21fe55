package dev.hyperclient.autoconfigure.security;

import java.util.function.Function;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.autoconfigure.HyperClientProperties;
import dev.hyperclient.autoconfigure.OAuth2AuthorizerFactory;
import dev.hyperclient.security.OAuth2ClientAuthorizer;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;

/**
 * Creates authorizers for the client registrations of Spring Security. The application is
 * the principal, so services with the same registration share its token.
 */
final class ClientRegistrationAuthorizerFactory implements OAuth2AuthorizerFactory {

	private static final String PRINCIPAL = "hyper-client";

	private final ClientRegistrationRepository registrations;

	private final OAuth2AuthorizedClientService clients;

	private final Function<HyperClientProperties, ? extends OAuth2AuthorizedClientManager> managers;

	ClientRegistrationAuthorizerFactory(ClientRegistrationRepository registrations,
			OAuth2AuthorizedClientService clients,
			Function<HyperClientProperties, ? extends OAuth2AuthorizedClientManager> managers) {
		this.registrations = registrations;
		this.clients = clients;
		this.managers = managers;
	}

	@Override
	public @Nullable HttpAuthorizer create(String registrationId, HyperClientProperties service) {
		return (this.registrations.findByRegistrationId(registrationId) == null) ? null
				: new OAuth2ClientAuthorizer(this.managers.apply(service), this.clients, registrationId, PRINCIPAL);
	}

}
