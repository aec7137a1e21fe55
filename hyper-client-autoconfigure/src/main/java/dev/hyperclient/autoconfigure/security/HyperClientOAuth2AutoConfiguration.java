package dev.hyperclient.autoconfigure.security;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration;
import dev.hyperclient.autoconfigure.HyperClientProperties;
import dev.hyperclient.autoconfigure.internal.OAuth2AuthorizerFactory;

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
 * Auto-configuration for authorizers that use the OAuth 2 client of Spring Security, in
 * servlet, reactive and non-web applications.
 */
@AutoConfiguration(after = HyperClientAutoConfiguration.class, afterName = {
		"org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration",
		"org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientAutoConfiguration" })
@ConditionalOnClass({ HttpAuthorizer.class, AuthorizedClientServiceOAuth2AuthorizedClientManager.class })
@ConditionalOnBean(HyperClientProperties.class)
@Import(OAuth2AuthorizedClientManagerFactory.class)
public final class HyperClientOAuth2AutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnSingleCandidate(ClientRegistrationRepository.class)
	@ConditionalOnMissingBean(OAuth2AuthorizerFactory.class)
	static class BlockingClientsConfiguration {

		@Bean
		@ConditionalOnSingleCandidate(OAuth2AuthorizedClientService.class)
		OAuth2AuthorizerFactory hyperClientRegisteredClientAuthorizers(ClientRegistrationRepository registrations,
				OAuth2AuthorizedClientService clients, OAuth2AuthorizedClientManagerFactory managers) {
			return managers.authorizers(registrations, clients);
		}

	}

	/**
	 * Configuration for reactive web applications, which have reactive registrations
	 * only. Their authorized clients belong to users of the application, so the tokens of
	 * services are kept separately.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBean(ReactiveClientRegistrationRepository.class)
	@ConditionalOnMissingBean({ OAuth2AuthorizerFactory.class, ClientRegistrationRepository.class })
	static class ReactiveClientsConfiguration {

		@Bean
		OAuth2AuthorizerFactory hyperClientRegisteredClientAuthorizers(ReactiveClientRegistrationRepository reactive,
				OAuth2AuthorizedClientManagerFactory managers) {
			ClientRegistrationRepository registrations = (id) -> reactive.findByRegistrationId(id).block();
			return managers.authorizers(registrations, new InMemoryOAuth2AuthorizedClientService(registrations));
		}

	}

}
