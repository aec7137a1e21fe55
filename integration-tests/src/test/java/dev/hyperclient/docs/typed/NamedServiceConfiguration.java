package dev.hyperclient.docs.typed;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cookbook.api.CookbookRoot;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A typed client of a named service. The slices of this package do not include it.
 */
@Configuration(proxyBeanMethods = false)
class NamedServiceConfiguration {

	// tag::typed-named[]
	@Bean
	CookbookRoot cookbookRoot(@Qualifier("cookbook") ServiceRoot root) {
		return new CookbookRoot(root);
	}
	// end::typed-named[]

}
