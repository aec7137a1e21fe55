package dev.hyperclient.autoconfigure;

import org.springframework.web.reactive.function.client.WebClient;

/**
 * Callback interface that customizes the {@link WebClient} of a service, and no other
 * client of the application. Beans of this type are called in their order, after Spring
 * Boot's own customizers and after the connector was set. They are called when the first
 * request is sent that the cache cannot answer; with {@code startup: background}, when
 * the root is created. Called once, by the thread that needs the client.
 */
@FunctionalInterface
public interface HyperClientWebClientCustomizer {

	/**
	 * Customize the builder.
	 * @param service the name of the service, or
	 * {@link ServiceRootBuilderCustomizer#DEFAULT_SERVICE}
	 * @param builder the builder to customize
	 */
	void customize(String service, WebClient.Builder builder);

}
