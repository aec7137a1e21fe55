package dev.hyperclient.autoconfigure;

import java.util.function.Consumer;

import dev.hyperclient.ServiceRootBuilder;

/**
 * Callback interface that customizes the {@link ServiceRootBuilder} of each
 * auto-configured {@link dev.hyperclient.ServiceRoot}. Beans of this type are called in
 * their order for each service. The properties are applied at order 0. Called by the
 * thread that creates the root. An example of a bean for one service:
 * <pre class="code">{@code
 * ServiceRootBuilderCustomizer timeout = ServiceRootBuilderCustomizer.forService("kitchen",
 * 		(builder) -> builder.callTimeout(Duration.ofSeconds(10)));
 * }</pre>
 */
@FunctionalInterface
public interface ServiceRootBuilderCustomizer {

	/**
	 * The name of the default service, whose property keys contain no name.
	 */
	String DEFAULT_SERVICE = "default";

	/**
	 * Customize the builder of a service.
	 * @param service the name of the service, or {@link #DEFAULT_SERVICE}
	 * @param builder the builder
	 */
	void customize(String service, ServiceRootBuilder builder);

	/**
	 * Return a customizer that is applied to one service only.
	 * @param service the name of the service, or {@link #DEFAULT_SERVICE}
	 * @param customizer customizes its builder
	 * @return a customizer that ignores all other services
	 */
	static ServiceRootBuilderCustomizer forService(String service, Consumer<ServiceRootBuilder> customizer) {
		return (name, builder) -> {
			if (name.equals(service)) {
				customizer.accept(builder);
			}
		};
	}

}
