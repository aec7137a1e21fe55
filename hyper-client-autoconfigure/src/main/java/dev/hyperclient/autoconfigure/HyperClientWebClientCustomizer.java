package dev.hyperclient.autoconfigure;

import org.springframework.web.reactive.function.client.WebClient;

/**
 * Changes the {@link WebClient} that talks to a service, and no other of the application.
 * Beans of this type are called in their order, after Spring Boot's own customizers and
 * after the transport was set, and not before the first request is really sent.
 */
@FunctionalInterface
public interface HyperClientWebClientCustomizer {

	/**
	 * Changes the builder.
	 * @param service the name of the service,
	 * {@link ServiceRootBuilderCustomizer#DEFAULT_SERVICE} for the one without a name
	 * @param builder the builder
	 */
	void customize(String service, WebClient.Builder builder);

}
