package dev.hyperclient.cookbook.client;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cookbook.api.CookbookRoot;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/**
 * Defines the typed client, which is generated from the description of the service in
 * {@code src/main/hyper-client}.
 */
@Configuration(proxyBeanMethods = false)
@Profile("!service")
class TypedClientConfiguration {

	@Bean
	CookbookRoot cookbookRoot(ServiceRoot root) {
		return new CookbookRoot(root);
	}

}
