package dev.hyperclient.autoconfigure;

import dev.hyperclient.ServiceRootBuilder;

/**
 * Changes the builder of the auto-configured {@link dev.hyperclient.ServiceRoot}. Beans
 * of this type are called in their order; the properties have been applied before, at
 * order 0.
 */
@FunctionalInterface
public interface ServiceRootBuilderCustomizer {

	/**
	 * Changes the builder.
	 * @param builder the builder
	 */
	void customize(ServiceRootBuilder builder);

}
