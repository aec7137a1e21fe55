package dev.hyperclient.autoconfigure.security;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration;
import dev.hyperclient.autoconfigure.HyperClientProperties;
import dev.hyperclient.autoconfigure.RegisteredClientAuthorizers;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.oauth2.client.AuthorizedClientServiceOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;

/**
 * Auto-configuration of authorizers over Spring Security's OAuth 2 client, in
 * applications of any kind.
 */
@AutoConfiguration(after = HyperClientAutoConfiguration.class, afterName = {
		"org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration",
		"org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientAutoConfiguration" })
@ConditionalOnClass({ HttpAuthorizer.class, AuthorizedClientServiceOAuth2AuthorizedClientManager.class })
@ConditionalOnBean(HyperClientProperties.class)
@Import(TokenManagers.class)
public final class HyperClientOAuth2AutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnSingleCandidate(ClientRegistrationRepository.class)
	@ConditionalOnMissingBean(RegisteredClientAuthorizers.class)
	static class BlockingClientsConfiguration {

		@Bean
		@ConditionalOnSingleCandidate(OAuth2AuthorizedClientService.class)
		SecurityRegisteredClientAuthorizers hyperClientRegisteredClientAuthorizers(
				ClientRegistrationRepository registrations, OAuth2AuthorizedClientService clients,
				TokenManagers managers) {
			return new SecurityRegisteredClientAuthorizers(registrations, clients,
					(service) -> managers.manager(registrations, clients, service));
		}

	}

	/**
	 * In a reactive web application there are no others. Its registrations are found at
	 * once; its authorized clients belong to the users of its pages, so the tokens of
	 * services are kept apart from them.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBean(ReactiveClientRegistrationRepository.class)
	@ConditionalOnMissingBean({ RegisteredClientAuthorizers.class, ClientRegistrationRepository.class })
	static class ReactiveClientsConfiguration {

		@Bean
		SecurityRegisteredClientAuthorizers hyperClientRegisteredClientAuthorizers(
				ReactiveClientRegistrationRepository reactive, TokenManagers managers) {
			ClientRegistrationRepository registrations = (id) -> reactive.findByRegistrationId(id).block();
			OAuth2AuthorizedClientService clients = new InMemoryOAuth2AuthorizedClientService(registrations);
			return new SecurityRegisteredClientAuthorizers(registrations, clients,
					(service) -> managers.manager(registrations, clients, service));
		}

	}

}
