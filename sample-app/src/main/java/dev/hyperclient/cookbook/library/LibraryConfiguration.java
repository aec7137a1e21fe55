package dev.hyperclient.cookbook.library;

import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/**
 * Runs the second service, and connects the client named {@code library} with its actual
 * port.
 */
@Configuration(proxyBeanMethods = false)
@Profile("!service")
class LibraryConfiguration {

	@Bean
	LibraryService libraryService() {
		return new LibraryService();
	}

	@Bean
	ServiceRootBuilderCustomizer libraryConnection(LibraryService service) {
		return ServiceRootBuilderCustomizer.forService("library", (builder) -> builder.serviceRoot(service.baseUrl()));
	}

}
