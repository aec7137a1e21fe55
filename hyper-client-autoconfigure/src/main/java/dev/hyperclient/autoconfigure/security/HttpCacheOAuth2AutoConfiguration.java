package dev.hyperclient.autoconfigure.security;

import dev.hyperclient.autoconfigure.internal.BeanDecorator;
import dev.hyperclient.autoconfigure.internal.ConditionalOnEnabled;
import dev.hyperclient.cache.HttpCache;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientManager;

/**
 * Auto-configuration for identities of the HTTP cache that outlive access tokens: the
 * principals and client registrations for which Spring Security has obtained the tokens.
 */
@AutoConfiguration
@ConditionalOnClass({ HttpCache.class, OAuth2AuthorizedClientManager.class })
@ConditionalOnEnabled(ConditionalOnEnabled.HTTP_CACHE)
@Import(AccessTokenIdentity.class)
public final class HttpCacheOAuth2AutoConfiguration {

	@Bean
	static BeanDecorator<OAuth2AuthorizedClientManager> httpCacheAuthorizedClientManagerDecorator(
			ObjectProvider<AccessTokenIdentity> identity) {
		return new BeanDecorator<>(OAuth2AuthorizedClientManager.class,
				(manager) -> new AccessTokenIdentity.ObservedManager(manager, identity.getObject()));
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ Mono.class, ReactiveOAuth2AuthorizedClientManager.class })
	static class ReactiveConfiguration {

		@Bean
		static BeanDecorator<ReactiveOAuth2AuthorizedClientManager> httpCacheReactiveAuthorizedClientManagerDecorator(
				ObjectProvider<AccessTokenIdentity> identity) {
			return new BeanDecorator<>(ReactiveOAuth2AuthorizedClientManager.class,
					(manager) -> (request) -> manager.authorize(request)
						.doOnNext((client) -> identity.getObject().obtained(client, request.getPrincipal())));
		}

	}

}
