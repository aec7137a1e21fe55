package dev.hyperclient.autoconfigure.security;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration;
import dev.hyperclient.autoconfigure.HyperClientProperties;
import dev.hyperclient.autoconfigure.RegisteredClientAuthorizers;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.context.annotation.Bean;
import org.springframework.security.oauth2.client.AuthorizedClientServiceOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.ClientCredentialsOAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.endpoint.OAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.OAuth2ClientCredentialsGrantRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;

/**
 * Auto-configuration of authorizers over Spring Security's OAuth 2 client.
 */
@AutoConfiguration(after = HyperClientAutoConfiguration.class,
		afterName = "org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration")
@ConditionalOnClass({ HttpAuthorizer.class, AuthorizedClientServiceOAuth2AuthorizedClientManager.class })
@ConditionalOnBean({ HyperClientProperties.class, ClientRegistrationRepository.class,
		OAuth2AuthorizedClientService.class })
public final class HyperClientOAuth2AutoConfiguration {

	/**
	 * A manager of the application is taken only if it is of the kind that works outside
	 * of web requests: in a servlet application there is another one by default.
	 */
	@Bean
	@ConditionalOnMissingBean(RegisteredClientAuthorizers.class)
	SecurityRegisteredClientAuthorizers hyperClientRegisteredClientAuthorizers(
			ClientRegistrationRepository registrations, OAuth2AuthorizedClientService clients,
			ObjectProvider<AuthorizedClientServiceOAuth2AuthorizedClientManager> managers,
			ObjectProvider<OAuth2AccessTokenResponseClient<OAuth2ClientCredentialsGrantRequest>> tokenClients,
			ObjectProvider<ClientHttpRequestFactoryBuilder<?>> requestFactories,
			ObjectProvider<HttpClientSettings> settings, HyperClientProperties properties) {
		return new SecurityRegisteredClientAuthorizers(registrations, clients, managers.getIfUnique(() -> {
			HttpClientSettings transport = settings.getIfAvailable(HttpClientSettings::defaults)
				.withTimeouts(properties.connectTimeout(), properties.readTimeout())
				.withRedirects(HttpRedirects.DONT_FOLLOW);
			return manager(registrations, clients, tokenClients.getIfUnique(() -> TokenClients
				.using(requestFactories.getIfAvailable(ClientHttpRequestFactoryBuilder::detect).build(transport))));
		}));
	}

	private static AuthorizedClientServiceOAuth2AuthorizedClientManager manager(
			ClientRegistrationRepository registrations, OAuth2AuthorizedClientService clients,
			OAuth2AccessTokenResponseClient<OAuth2ClientCredentialsGrantRequest> tokens) {
		ClientCredentialsOAuth2AuthorizedClientProvider provider = new ClientCredentialsOAuth2AuthorizedClientProvider();
		provider.setAccessTokenResponseClient(tokens);
		AuthorizedClientServiceOAuth2AuthorizedClientManager manager = new AuthorizedClientServiceOAuth2AuthorizedClientManager(
				registrations, clients);
		manager.setAuthorizedClientProvider(provider);
		return manager;
	}

}
